import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** How far other programs of the machine disturb a measurement: nothing measured beside a compiler means anything. */

/** The kernel counts in hundredths of a second. */
const tickMs = 10

/** Starts watching; the function that it returns gives the share of all processors that others took since. */
export function watchOthers(): () => number {
  const [started, before] = [performance.now(), othersMs()]
  return () => Math.max(0, othersMs() - before) / ((performance.now() - started) * availableParallelism())
}

/** Other programs may take this share of all processors in a measurement, else it is done again. */
const disturbedShare = 0.05

/** The attempt that other programs disturbed least, whatever it came to. */
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
 * Processor time so far of everything but this process and those that it has started, directly or not; with what the host
 * of a virtual machine kept for others.
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
  // A parent may stand after its child, since numbers start again.
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
    // It has ended meanwhile.
    return []
  }
}
