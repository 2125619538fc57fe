/** Finds the agent definitions of a repository by path, in the layouts that public collections use. */

/**
 * A folder of agents (`agents/`, `plugins/x/agents/`, `components/agents/<category>/`),
 * numbered categories, or a descriptive file name.
 */
const telling =
  /(?:^|\/)agents\/(?:[^/]+\/){0,2}[^/]+\.md$|^categories\/[^/]+\/[^/]+\.md$|\.agent\.md$|(?:^|\/)SOUL\.md$/i
/** `<division>/[sub]/name.md`; only if no path is more telling, and only with front matter that names an agent. */
const divided = /^[^/.]+\/(?:[^/]+\/)?[^/]+\.md$/i
const otherFiles =
  /(?:^|\/)(?:(?:readme|contributing)(?:[._-][^/]*)?|changelog|license|code[_-]of[_-]conduct|security|support|install|index|template|examples?|claude|agents|gemini|skill|quickstart|faq|roadmap)\.md$/i
const otherFolders =
  /(?:^|\/)(?:docs?|documentation|website|tests?|examples?|templates?|scripts?|skills|commands|prompts|instructions|references|hooks|rules|node_modules|workflows|integrations|strategy|\.github)\//i

export interface DefinitionPaths {
  paths: string[]
  /** Whether each of them is certainly a definition, so that one without front matter is read anyway. */
  certain: boolean
}

/**
 * The paths of a repository that hold agent definitions. A collection stores its definitions in one way: if some paths
 * are telling, the others are something else. In a folder with a SOUL.md only that file is used.
 */
export function definitionPaths(paths: readonly string[]): DefinitionPaths {
  const candidates = paths.filter((path) => /\.md$/i.test(path) && !otherFiles.test(path) && !otherFolders.test(path))
  const told = candidates.filter((path) => telling.test(path))
  if (told.length === 0) return { paths: candidates.filter((path) => divided.test(path)), certain: false }
  const souls = new Set(told.filter((path) => /(?:^|\/)SOUL\.md$/i.test(path)).map(folderOf))
  return { paths: told.filter((path) => !souls.has(folderOf(path)) || /SOUL\.md$/i.test(path)), certain: true }
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** The name of a definition that does not state one: its file name, or its folder's for a SOUL.md. */
export function nameOfPath(path: string): string {
  const parts = path.split('/')
  const own = parts.at(-1)!.replace(/(?:\.agent)?\.md$/i, '')
  return (own.toLowerCase() === 'soul' && parts.at(-2)) || own
}

/** Identifies the license of a text by its SPDX name; undefined for an uncommon one. */
export function licenseOf(text: string): string | undefined {
  const opening = text.slice(0, 4000).replace(/\s+/g, ' ')
  return licenses.find(([, pattern]) => pattern.test(opening))?.[0]
}

const licenses: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'MIT',
    /\bMIT License\b|Permission is hereby granted, free of charge, to any person obtaining a copy of this software/i,
  ],
  ['Apache-2.0', /Apache License,? Version 2\.0/i],
  ['ISC', /\bISC License\b|Permission to use, copy, modify, and\/or distribute this software for any purpose/i],
  ['BSD-3-Clause', /BSD 3-Clause|Neither the name of [^.]{1,80} nor the names of its contributors/i],
  ['BSD-2-Clause', /BSD 2-Clause|Redistribution and use in source and binary forms/i],
  ['MPL-2.0', /Mozilla Public License,? (?:Version|v\.?) ?2\.0/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  ['CC-BY-4.0', /Attribution 4\.0 International/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE[^.]{0,40}Version 3/i],
]

/** Whether a file of the root is the repository's license. */
export const isLicenseFile = (path: string): boolean =>
  /^(?:licen[cs]e|copying|unlicense)(?:\.(?:md|txt|rst))?$/i.test(path)
