import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newFolder, removeFolder } from '../../test/process/running.ts'

/** Small temporary file systems for the drills. Mounting needs Linux and root. */

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** A file system in memory with the given size in bytes. */
export function mountMemory(bytes: number) {
  const path = newFolder()
  orRemove(path, () => run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path))
  return {
    path,
    /** Leaves this many bytes free; returns the file that fills the rest. */
    fill(free: number) {
      const { bavail, bsize } = statfsSync(path)
      const filler = join(path, 'filler')
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)))
      return filler
    },
    remove() {
      run('umount', path)
      removeFolder(path)
    },
  }
}

/** ext4 on a file, whose power can be cut. */
export function mountDisk() {
  const folder = newFolder()
  const [image, path] = [join(folder, 'image'), join(folder, 'mount')]
  writeFileSync(image, '')
  truncateSync(image, 64 * 1024 * 1024)
  mkdirSync(path)
  const mount = () => run('mount', '-o', 'loop', image, path)
  orRemove(folder, () => {
    run('mkfs.ext4', '-q', '-F', image)
    mount()
  })
  return {
    path,
    /** Cuts the power: nothing reaches the disk from now on, and unflushed data is lost. */
    cutPower: () => run('perl', '-e', shutdown, path),
    /** Remounts it, as after a restart of the machine. */
    remount() {
      run('umount', path)
      mount()
    },
    remove() {
      run('umount', path)
      removeFolder(folder)
    },
  }
}

function orRemove(folder: string, make: () => void) {
  try {
    make()
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: neither data nor journal is written from then on. */
const shutdown = 'open(my $d, "<", $ARGV[0]) or die; my $f = pack("L", 2); ioctl($d, 0x8004587d, $f) or die "ioctl: $!"'

const cause = (error: unknown) => (error as Error).message.trim().split('\n').at(-1)

/** The reason why there can be no file system in memory here. */
export function missingMemory(): string | undefined {
  try {
    mountMemory(1024 * 1024).remove()
    return undefined
  } catch (error) {
    return `Mounting a tmpfs in ${tmpdir()} needs Linux and root (${cause(error)}).`
  }
}

/** The reason why there can be no disk here whose power can be cut. */
export function missingDisk(): string | undefined {
  try {
    const disk = mountDisk()
    try {
      disk.cutPower()
    } finally {
      disk.remove()
    }
    return undefined
  } catch (error) {
    return `Mounting ext4 on a file needs Linux, root, a loop device, mkfs.ext4 and perl (${cause(error)}).`
  }
}
