import { describeError } from '#core/base/system-errors.ts'
import { fail } from './output.ts'
import { program } from './program.ts'

try {
  await program.parseAsync()
} catch (error) {
  fail(describeError(error), `${program.args[0]} failed: `)
}
