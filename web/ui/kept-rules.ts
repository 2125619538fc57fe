/** The rules file that was analyzed before signing in, for the import form after it. This tab alone knows it. */
const key = 'analyzed-rules'

export const keptRules = (): string | undefined => sessionStorage.getItem(key) ?? undefined

/** False when the browser has no room for it. */
export function keepRules(text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const forgetRules = () => sessionStorage.removeItem(key)
