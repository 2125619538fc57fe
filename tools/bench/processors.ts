import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Measures how far other programs on the machine disturb a measurement: figures measured next to a compiler are
 * meaningless.
 */

/** The kernel counts in hundredths of a second. */
const tickMs = 10

/** Starts watching. Returns a function that returns the share of all processors that others have taken since. */
export function watchOthers(): () => number {
  const [started, before] = [performance.now(), othersMs()]
  return () => Math.max(0, othersMs() - before) / ((performance.now() - started) * availableParallelism())
}

/** A measurement is repeated if other programs took more than this share of all processors. */
const disturbedShare = 0.05

/** Returns the attempt that other programs disturbed least, regardless of its result. */
export async function leastDisturbed<Measured extends { othersShare: number }>(
  measure: () => Promise<Measured>,
  attempts: number,
): Promise<Measured> {
  let best = await measure()
  for (let attempt = 1; attempt < attempts && best.othersShare > disturbedShare; attempt++) {
    const again = await measure()
    if (again.othersShare < best.othersShare) best = again
  }
  return best
}

/**
 * Returns the processor time so far of everything except this process and its descendants, including the time that the
 * host of a virtual machine took for others.
 */
function othersMs(): number {
  const [user, nice, system, , , interrupts, softInterrupts, stolen] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return (user + nice + system + interrupts + softInterrupts + stolen) * tickMs - ownMs()
}

function ownMs(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const own = new Set([process.pid])
  // A parent may be listed after its child, since process numbers are reused.
  for (let size = 0; size < own.size; ) {
    size = own.size
    for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid)
  }
  return processes.reduce((sum, { pid, ms }) => sum + (own.has(pid) ? ms : 0), 0)
}

function readProcess(pid: string): { pid: number; parent: number; ms: number }[] {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return [{ pid: Number(pid), parent: Number(parent), ms: (Number(rest[9]) + Number(rest[10])) * tickMs }]
  } catch {
    // The process has ended in the meantime.
    return []
  }
}
