import { typedText } from '#reader/transcripts/typed-text.ts'
import { addToJson, removeFromJson } from '../../cli/coding-tools/json-edit.ts'
import { addToToml, removeFromToml } from '../../cli/coding-tools/toml-edit.ts'
import { type ConfigEdit, UneditableFile } from '../../cli/files/config-edit.ts'
import { addBlock, removeBlock } from '../../cli/files/identity-block.ts'
import { readAdded, readCodex, readGoose, readMemoryBank, readPersonal } from '../../cli/memories/listed-notes.ts'
import type { MemoryFile } from '../../cli/memories/memory-file.ts'
import { readMemoryRule } from '../../cli/memories/memory-rule.ts'
import { readNotes } from '../../cli/memories/note-folder.ts'
import { partsOf } from '../../cli/memories/same-words.ts'
import { redactText } from '../../cli/sessions/redact-quote.ts'
import type { ReadersByLength } from './service-readers.ts'

const edit = (language: ConfigEdit['language']): ConfigEdit => ({
  file: `settings.${language}`,
  language,
  path: ['mcpServers', 'agent-identity'],
  value: { type: 'http', url: 'https://identity.example.com/mcp' },
  isServer: true,
})

const editors = {
  json: { add: addToJson, remove: removeFromJson },
  toml: { add: addToToml, remove: removeFromToml },
}

/** Adds our server to a file, and takes it out of it; either is refused for a file that is no such file. */
function editBoth(language: keyof typeof editors, text: string): void {
  const { add, remove } = editors[language]
  for (const change of [add, (file: string, its: ConfigEdit) => remove(file, its, 0)])
    try {
      change(text, edit(language))
    } catch (error) {
      if (!(error instanceof UneditableFile)) throw error
    }
}

const memoryFile = (text: string): MemoryFile => ({
  path: '/memories/MEMORY.md',
  name: 'MEMORY.md',
  realPath: '/memories/MEMORY.md',
  text,
  lines: text.split(/(?<=\n)/),
  modifiedAt: new Date(0),
})

/** The readers of the command, whose texts are files and sessions on the machine and in repositories of others. */
export const commandReaders: ReadersByLength = {
  100000: {
    addBlock: (text) => addBlock(text, 'a'),
    removeBlock: (text) => removeBlock(text),
    typedText: (text) => typedText(text),
    redactText: (text) => redactText(text, '/home/ada'),
  },
  32000: {
    readNotes: (text) => readNotes([memoryFile(text)]),
    readAdded: (text) => readAdded([memoryFile(text)]),
    readPersonal: (text) => readPersonal([memoryFile(text)]),
    readCodex: (text) => readCodex([memoryFile(text)]),
    readGoose: (text) => readGoose([memoryFile(text)]),
    json: (text) => editBoth('json', text),
    toml: (text) => editBoth('toml', text),
  },
  24000: { partsOf },
  8000: {
    readMemoryRule: (text) => readMemoryRule({ text }),
  },
  4000: {
    readMemoryBank: (text) => readMemoryBank([memoryFile(text)]),
  },
}
