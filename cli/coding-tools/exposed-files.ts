import { chmodSync, existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type ConfigEdit, UneditableFile } from '../files/config-edit.ts'
import { folderAbove } from '../files/folder-above.ts'
import { isInside, refusalOf, resolveLinks } from '../files/writable-files.ts'
import type { Where } from './tool.ts'

/** Files of which others decide or which others read: those of a repository, and those with open permissions. */

/**
 * The reason why a file of a repository must not be written: a link in it leads out of the repository, or to a file
 * that `pull` would not write either. Undefined where it may be; links in a person's own configuration are theirs.
 */
export function refusalOfEdit({ file, isRules, language }: ConfigEdit, where: Where): string | undefined {
  if (where.scope === 'user' && !isRules) return undefined
  const name = basename(file)
  if (language === 'markdown') {
    const refusal = refusalOf(where.folder, name, 'agents_md')
    return refusal === undefined ? undefined : `${file}: ${refusal}`
  }
  // agent-identity.json may lie in a folder above the repository.
  const isWithin = isRules ? isInside(dirname(file), name) : isInside(where.folder, file)
  return isWithin ? undefined : `${file} is a link that leads out of the repository`
}

/** @throws UneditableFile for a file of a repository that must not be written. */
export function requireEditable(edit: ConfigEdit, where: Where): void {
  const refusal = refusalOfEdit(edit, where)
  if (refusal !== undefined) throw new UneditableFile(refusal)
}

/** The repository that a file, or the target of a link in its place, lies in. */
export const repositoryOf = (file: string): string | undefined => folderAbove('.git', dirname(resolveLinks(file)))

/**
 * Takes the permissions of others from a file.
 *
 * @returns the former permissions; undefined if only its owner had any.
 */
export function closeToOthers(file: string): number | undefined {
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0
  if ((mode & 0o077) === 0) return undefined
  chmodSync(file, mode & 0o700)
  return mode
}
