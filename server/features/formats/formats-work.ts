import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Tasks } from '#core/base/task-runner.ts'
import { compareEntries, heldItems } from '#core/domain/formats/compare.ts'
import type { Lost, Prose, SourceItem } from '#core/domain/formats/format.ts'
import { type ReadByFile, type ReadFiles, readByFile, readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import type { FormatsWork, StoredExport } from './format-tasks.ts'

const maxKeptBytes = 64 * 1024 * 1024

export const work: Tasks<FormatsWork> = {
  write: ({ format, source }) => {
    const written = writeFormat(format, source)
    const kept: StoredExport = { items: source.items, files: written.files }
    return { ...written, kept: deflateRawSync(JSON.stringify(kept)) }
  },
  read: ({ files, format }) => readByFile(files, format),
  compare: ({ files, format, base }) => {
    const reading = readByFile(files, format)
    if (!('kept' in base)) return compareWithPresent(base.present, reading)
    const { items, files: keptFiles } = JSON.parse(
      inflateRawSync(base.kept, { maxOutputLength: maxKeptBytes }).toString(),
    ) as StoredExport
    // A file that is not sent was not edited: a client may return only some of an export's files.
    const sent = new Set(files.map(({ path }) => nameOf(path)))
    const matching = keptFiles.filter(({ path }) => sent.has(nameOf(path)))
    const before = readFiles(matching.length > 0 ? matching : keptFiles, format, maxKeptBytes)
    const comparison = compareEntries(heldItems(before.format, items, before.items), reading.items)
    return {
      comparison,
      prose: newLines(before.prose, reading.prose),
      lost: [
        ...reading.lost.filter(({ field }) => !before.lost.some((one) => one.field === field)),
        ...comparison.lost,
        ...profileEdits(before, reading),
      ],
    }
  },
}

const nameOf = (path: string) => path.split('/').at(-1)!.toLowerCase()

function compareWithPresent(present: SourceItem[], reading: ReadByFile): FormatsWork['compare']['output'] {
  const { unchanged, added } = compareEntries(heldItems(reading.format, present, reading.items), reading.items)
  const gone: Lost = {
    item_id: null,
    field: 'version',
    reason: 'this export is no longer kept, so nothing that the files lack is removed',
  }
  return {
    comparison: { unchanged, added, moved: [], missing: [], lost: [] },
    prose: reading.prose,
    lost: [...reading.lost, gone],
  }
}

/** Returns the lines that are new. */
function newLines(before: string, now: readonly Prose[]): Prose[] {
  const known = new Set(before.split('\n').map((line) => line.trim()))
  return now.flatMap(({ path, text, lines }) => {
    const written = text.split('\n').map((line, at) => ({ line, number: lines[at] ?? 0 }))
    const added = written.filter(({ line }) => !known.has(line.trim()))
    const prose = { path, text: added.map(({ line }) => line).join('\n'), lines: added.map(({ number }) => number) }
    return added.length === 0 ? [] : [prose]
  })
}

/** Reports edits of the profile as lost: the profile is changed on the agent, from which every format takes it. */
const profileEdits = (before: ReadFiles, now: ReadByFile): Lost[] =>
  now.profile.every((line) => line.trim() === '' || before.profile.some((known) => known.trim() === line.trim()))
    ? []
    : [
        {
          item_id: null,
          field: 'profile',
          reason: 'edits before the first section are about the agent; change it there',
        },
      ]
