/** The name that Cursor, and with a dash before it Claude Code, give to the folder of a project. */
export const dashedPath = (path: string): string => path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-/, '')
