interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
}

/** Sentences for errors of the system, which name the file or port and the way out; Node's name a system call. */
const sentences: Record<string, (error: SystemError) => string> = {
  ENOENT: ({ path }) => `${path} does not exist.`,
  ENOTDIR: ({ path }) => `A part of ${path} is a file where a folder is expected.`,
  EISDIR: ({ path = 'The path' }) => `${path} is a folder; name a file.`,
  EEXIST: ({ path }) => `${path} is a file where a folder is expected.`,
  EACCES: ({ path, port }) =>
    path === undefined && port !== undefined
      ? `This account may not listen on port ${port}; choose one above 1023 with --port.`
      : `This account may not read or write ${path}.`,
  EPERM: ({ path }) => `This account may not read or write ${path}.`,
  EROFS: ({ path }) => `${path} is on a disk that is read-only.`,
  ENOSPC: ({ path }) => `The disk is full${path === undefined ? '' : `, at ${path}`}.`,
  ELOOP: ({ path }) => `${path} is a link that leads back to itself.`,
  EADDRINUSE: ({ port }) => `Port ${port} is in use by another process; choose another one with --port.`,
  EADDRNOTAVAIL: ({ address }) => `${address} is no address of this machine; choose another one with --host.`,
}

/** Returns the message of an error: a sentence of our own where the system refused a file or a port. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall } = error as SystemError
  const sentence = syscall === undefined || code === undefined ? undefined : sentences[code]
  return sentence ? sentence(error) : error.message
}
