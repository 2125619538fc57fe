import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { partOf, toolsWith } from '../coding-tools/tools.ts'
import { parseObject, textAt } from '../transcripts/json.ts'
import type { Transcript } from '../transcripts/lines.ts'
import { momentOf } from '../transcripts/moment.ts'
import type { SkipReason } from '../transcripts/session.ts'
import { gitEnvironment, ObjectReader } from './git-objects.ts'
import type { SessionTool } from './session.ts'

/**
 * Transcripts that the command Entire keeps in a git repository: `full.jsonl`, in parts if it is large, with
 * `metadata.json` beside it, on the branch `entire/checkpoints/v1` or below `refs/entire/checkpoints`. Each checkpoint
 * of a session has the transcript from its beginning.
 */

export interface Checkpoint {
  tool: SessionTool
  transcript: Transcript
}

/** Enough for the first records, and far more than a description has: a blob of any size may stand in its place. */
const headBytes = 2 ** 16
const maxMetadataBytes = 2 ** 20

/** With the remote's name before it, or without. */
const checkpointRef = /^refs\/(?:heads\/|remotes\/[^/]+\/)?entire\/checkpoints\/(?:v1|[\da-z]{2}\/[^/]+)$/i

/**
 * Yields the transcripts of a repository, bare or not, each blob once. Nothing is fetched.
 *
 * @throws an error when the folder is not a git repository, or git is not installed.
 */
export async function* readCheckpoints(folder: string, skip: (reason: SkipReason) => void): AsyncGenerator<Checkpoint> {
  const refs = (await git(folder, 'for-each-ref', '--format=%(refname)'))
    .split('\n')
    .filter((ref) => checkpointRef.test(ref))
  const seen = new Set<string>()
  const objects = new ObjectReader(folder)
  try {
    for (const ref of refs) {
      for (const { path, parts, metadata } of await listTranscripts(folder, ref)) {
        const key = parts.join()
        if (seen.has(key)) continue
        seen.add(key)
        const description =
          metadata === undefined ? undefined : parseObject(await objects.readHead(metadata, maxMetadataBytes))
        const head = await objects.readHead(parts[0]!, headBytes).then(String, () => undefined)
        const tool = head === undefined ? undefined : toolOf(head)
        if (head === undefined || tool === undefined) {
          skip(head === undefined ? 'unreadable_file' : 'unknown_transcript')
          continue
        }
        const id = textAt(description, 'session_id') ?? path
        const transcript = {
          path: isDocument(head) ? `${id}.json` : `${id}.jsonl`,
          modifiedAt: new Date(momentOf(description?.created_at) ?? 0),
          chunks: () => objects.read(parts),
        }
        yield { tool, transcript }
      }
    }
  } finally {
    objects.close()
  }
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const options = { env: gitEnvironment(), maxBuffer: 2 ** 30 }
  const run = promisify(execFile)('git', ['-C', folder, ...args], options)
  const { stdout } = await run.catch(({ code, stderr }) => {
    if (code === 'ENOENT') throw new Error('git is not installed')
    throw new Error(`${folder}: ${String(stderr).trim()}`)
  })
  return stdout
}

interface StoredTranscript {
  path: string
  /** Ids of blobs, in their order. */
  parts: string[]
  metadata: string | undefined
}

async function listTranscripts(folder: string, ref: string): Promise<StoredTranscript[]> {
  const blobs = new Map<string, string>()
  for (const entry of (await git(folder, 'ls-tree', '-r', '-z', ref)).split('\0')) {
    const [, id, path] = /^\d+ blob ([\da-f]+)\t([\s\S]+)$/.exec(entry) ?? []
    if (path !== undefined) blobs.set(path, id!)
  }
  const partsOf = new Map<string, string[]>()
  for (const path of [...blobs.keys()].filter((name) => /(?:^|\/)full\.jsonl(?:\.\d+)?$/.test(name)).sort()) {
    const parts = partsOf.get(dirname(path)) ?? []
    parts.push(blobs.get(path)!)
    partsOf.set(dirname(path), parts)
  }
  return [...partsOf].map(([path, parts]) => ({ path, parts, metadata: blobs.get(`${path}/metadata.json`) }))
}

const isDocument = (head: string) =>
  /^\s*\{\s*"(?:info|sessionId|messages)"\s*:/.test(head) && !/^\s*\{"[^\n]*\}\s*\n/.test(head)

/** The tool that wrote a transcript, by its first records. */
function toolOf(head: string): SessionTool | undefined {
  if (isDocument(head)) return /^\s*\{\s*"info"/.test(head) ? 'opencode' : 'gemini'
  return signedTools.find((tool) => partOf(tool, 'transcripts').sign?.test(head))
}

/** Claude Code, the first of the table, comes last: its sign stands in transcripts of other tools too. */
const signedTools = toolsWith('transcripts').toReversed()
