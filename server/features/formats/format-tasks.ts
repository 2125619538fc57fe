import { computing } from '#core/base/computing.ts'
import type { TaskGroup } from '#core/base/pool.ts'
import type { Comparison } from '#core/domain/formats/compare.ts'
import type { FormatName, Lost, Prose, Source, SourceItem, Written } from '#core/domain/formats/format.ts'
import type { ArrivedFile, ReadByFile } from '#core/domain/formats/registry.ts'

/** Stored content of an export. */
export interface StoredExport extends Pick<Written, 'files'> {
  items: SourceItem[]
}

/** Changes in a file since it was exported. */
interface ComparedFiles {
  comparison: Comparison
  /** New text that is outside of our sections. */
  prose: Prose[]
  lost: Lost[]
}

export interface FormatsWork {
  write: {
    input: { format: FormatName; source: Omit<Source, 'marker'> }
    output: Written & { version: string; kept: Uint8Array }
  }
  read: {
    input: { files: ArrivedFile[]; format: FormatName | undefined }
    output: ReadByFile
  }
  compare: {
    /** `present` has the current items, for when the export is no longer kept. */
    input: { files: ArrivedFile[]; format: FormatName; base: { kept: Uint8Array } | { present: SourceItem[] } }
    output: ComparedFiles
  }
}

const { quick, long } = computing.sizedTasks<FormatsWork>('formats', {
  longSeconds: 30,
  tooMuch: (taken) => `files take ${taken} to read; import fewer at a time`,
  waiting: 50,
})
/** More, in characters or items, take longer than a quick task may. */
const maxQuick = { length: 256 * 1024, items: 10_000 }

/** Writes and reads formats in threads: 10,000 items take a tenth of a second. */
export const tasksOfFiles = (files: readonly ArrivedFile[]): TaskGroup<FormatsWork> =>
  files.reduce((sum, { content }) => sum + content.length, 0) <= maxQuick.length ? quick : long
export const tasksOfItems = (items: readonly SourceItem[]): TaskGroup<FormatsWork> =>
  items.length <= maxQuick.items ? quick : long
