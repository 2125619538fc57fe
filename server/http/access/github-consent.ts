import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

interface Consent {
  organization: string
  person: string
  /** The address that the form is sent to, which starts the sign-in. */
  action: string
  /** The address that the sign-in sends the browser to. */
  githubUrl: string
}

/**
 * Asks before a browser is sent to GitHub. Another page can open this address, but it can neither press the button,
 * because the page cannot be framed, nor send the form, because only this origin may.
 */
export function askForConsent(reply: FastifyReply, { organization, person, action, githubUrl }: Consent) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    // Browsers also apply this to the redirect that follows the form.
    `form-action 'self' ${new URL(githubUrl).origin}`,
    "frame-ancestors 'none'",
  ]
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy.join('; '))
      // Without a referrer policy, the form's origin would be null.
      .header('referrer-policy', 'same-origin')
      .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Connect GitHub</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 32rem; margin: 15vh auto 0; padding: 0 1rem }
button { font: inherit; padding: 0.5rem 1rem }
</style>
<main>
<h1>Connect GitHub to ${escapeHtml(organization)}?</h1>
<p>You are signed in as ${escapeHtml(person)}. GitHub asks you to allow access to your private repositories. Agents and
members of ${escapeHtml(organization)} can then import content from them.</p>
<form method="post" action="${escapeHtml(action)}"><button>Continue to GitHub</button></form>
<p>If you did not ask for this, <a href="/">cancel</a>.</p>
</main>
</html>
`)
  )
}
