/** Commit messages written by tools, or that record bookkeeping; nothing in them is read. */
const bookkeeping: readonly RegExp[] = [
  /^merge\b|^merged in\b|^back-?merge\b/i,
  /^revert(?:s|ed)?\b|^reapply\b/i,
  /^(?:fixup|squash|amend)!/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:bump|upgrade|update|pin|unpin|lock file maintenance)\b.*(?:\b(?:from|to)\s+v?\d|\bdependenc(?:y|ies)\b|\bdeps\b|\block ?file\b|\bversion\b|\bdigest\b)/i,
  /^\w+\((?:deps|deps-dev|dependencies|release)\)!?:/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?bump\b/i,
  /^\[?(?:release|prepare(?: for)? release|publish|tag|cut)\]?\b:?.*\d\.\d/i,
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:release\s+)?v?\d+\.\d\S*(?:\s*(?:release|\[.*\]|\(.*\)))?\.?$/i,
  /^(?:wip|tmp|temp|test|tests|fix|fixes|update|updates|changes|misc|cleanup|stuff|save|\.+)\.?$/i,
  /^initial commit\b|^first commit\b/i,
  /^update \S+$/i,
  /^(?:auto(?:mated|matic|-)|\[bot\]|\[automated\]|generated)\b/i,
  /^\[?pre-commit(?:\.ci)?\]?:? .{0,40}\bauto-?(?:update|fix)/i,
  /\b(?:dependabot|renovate|greenkeeper|snyk)(?:\[bot\])?\b/i,
]

/** Fixes of wording and formatting, which show nothing about their author. */
const cosmetic =
  /\btypos?\b|\bmisspell\w*|\bspelling\b|\bwhitespace\b|\btrailing spaces?\b|\bcopyright\b|\blicen[sc]e (?:year|header)|\bprettier\b|\bformatting\b|^(?:style|format|lint)\b|\blint(?:er|ing)?\b/i

/** Longer subjects are prose. Some patterns take the square of the length. */
const maxSubject = 500

export const isBookkeeping = (message: string): boolean => {
  const subject = message.trim().split('\n', 1)[0]!.slice(0, maxSubject).trim()
  return bookkeeping.some((pattern) => pattern.test(subject)) || /^signed-off-by:.*\[bot\]/im.test(message)
}

export const isCosmetic = (subject: string): boolean => cosmetic.test(subject)
