import { truncate } from '#core/base/strings.ts'

/** The mails that the service sends: plain text, each with one link. */

export interface Mail {
  kind: 'invitation' | 'verification' | 'reset'
  to: string
  subject: string
  text: string
}

/** A name in a mail to a stranger, without characters that a mail program would turn into a link. */
const plain = (name: string) => truncate(name.replace(/[^\p{L}\p{M}\p{N} '&-]+/gu, ' ').trim(), 60)

const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`

export const invitationMail = (to: string, organization: string, link: string): Mail => ({
  kind: 'invitation',
  to,
  subject: `Join ${plain(organization)} on Agent Identity`,
  text: paragraphs(
    `You are invited to join the organization "${plain(organization)}" on Agent Identity.`,
    `Accept the invitation:\n${link}`,
    'The link works once, for 7 days. If you did not expect it, ignore this mail.',
  ),
})

export const verificationMail = (to: string, link: string): Mail => ({
  kind: 'verification',
  to,
  subject: 'Confirm your email address',
  text: paragraphs(
    'This address was entered for an Agent Identity account.',
    `If the account is yours, confirm the address:\n${link}`,
    'The link works once, for 24 hours. If you did not create an account, ignore this mail: confirming would give someone else an account in your name.',
  ),
})

export const resetMail = (to: string, link: string, isProven: boolean): Mail => ({
  kind: 'reset',
  to,
  subject: 'Reset your password',
  text: paragraphs(
    'Someone asked to reset the password of your Agent Identity account.',
    `Set a new password:\n${link}`,
    'The link works once, for 1 hour. If you did not ask for it, ignore this mail; your password stays as it is.',
    ...(isProven
      ? []
      : [
          'This address was never confirmed, so the reset also revokes the API keys that the account made: someone else may have registered it.',
        ]),
  ),
})
