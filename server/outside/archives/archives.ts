import type { ContentArchive, XArchiveOptions } from '../../domain/archived-content.ts'

/** Opens exports of other platforms, each in an open file. @throws 400 that names `file` for anything else. */
export interface Archives {
  linkedin(fd: number): Promise<ContentArchive>
  x(fd: number, options: XArchiveOptions): Promise<ContentArchive>
  substack(fd: number): Promise<ContentArchive>
}

/** The libraries that read them took 0.2 s of the start, so they are loaded with the first archive. */
export const archives: Archives = {
  linkedin: async (fd) => (await import('./linkedin.ts')).readLinkedIn(fd),
  x: async (fd, options) => (await import('./x.ts')).readX(fd, options),
  substack: async (fd) => (await import('./substack.ts')).readSubstack(fd),
}
