/**
 * Asks for a yes on the terminal. With `isAgreed`, which is `--yes`, it does not ask.
 *
 * @param nothing the sentence about a question without a yes.
 *
 * @throws an error when the person declines, or when there is no terminal to ask on.
 */
export async function confirm(
  message: string,
  isAgreed: boolean | undefined,
  nothing = 'Nothing was sent',
): Promise<void> {
  if (isAgreed) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Error(`${message} ${nothing}: without a terminal, agree with --yes.`)
  const { confirm: ask } = await import('@clack/prompts')
  // stdout carries the result.
  if ((await ask({ message, initialValue: false, output: process.stderr })) !== true) throw new Error(`${nothing}.`)
}
