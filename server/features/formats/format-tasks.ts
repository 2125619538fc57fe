import { computing } from '../../base/computing.ts'
import type { Comparison } from '../../domain/formats/compare.ts'
import type { FormatName, Lost, Prose, Source, SourceItem, Written } from '../../domain/formats/format.ts'
import type { ArrivedFile, ReadByFile } from '../../domain/formats/registry.ts'

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

const deadlineSeconds = 30

/** Writes and reads formats in threads: 10,000 items take a tenth of a second, hostile YAML takes seconds. */
export const formatTasks = computing.tasks<FormatsWork>('formats', {
  deadlineSeconds,
  tooLong: `The files take longer than ${deadlineSeconds} seconds to read; import fewer at a time`,
  waiting: 50,
})
