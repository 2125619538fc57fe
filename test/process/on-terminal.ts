import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../support/programs.ts'
import type { Workspace } from './command.ts'

/** The command on a terminal, which Python provides; tests without Python are skipped. */

export const python = findProgram('python3')

/** Runs a command on a terminal, presses keys as soon as the text before them is shown, and prints all that was shown. */
const terminal = `
import fcntl, json, os, pty, re, struct, sys, termios
steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 60, 160, 0, 0))
    os.execv(command[0], command)
printed, read = '', 0
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    printed += data.decode('utf-8', 'replace')
    shown = re.sub(r'\\x1b\\[[0-9;?]*[A-Za-z]', '', printed)
    while steps and steps[0][0] in shown[read:]:
        read = shown.index(steps[0][0], read) + len(steps[0][0])
        os.write(terminal, steps.pop(0)[1].encode())
print(shown)
`

/** A step that never comes would leave the command waiting behind the test. */
const hungMs = 300_000

/**
 * Runs `agent-identity` on a terminal and returns all that was shown.
 *
 * @param steps the keys to press once a text was shown
 */
export async function runOnTerminal(
  { cwd, env }: Workspace,
  steps: (readonly [shown: string, keys: string])[],
  ...words: string[]
): Promise<string> {
  const command = [process.execPath, join(import.meta.dirname, '../../cli/main.ts'), ...words]
  const args = ['-c', terminal, JSON.stringify(steps), ...command]
  const whole = { ...env, TERM: 'xterm', PATH: process.env.PATH }
  return (await promisify(execFile)(python!, args, { cwd, env: whole, timeout: hungMs })).stdout
}
