import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Transcripts that the command Entire keeps in a git repository. */

removeHomes()

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim()

interface Repository {
  home: Home
  folder: string
  /** Commits these files, and names the commit. */
  commit(ref: string, files: Record<string, unknown[] | object | string>): void
}

function newRepository(): Repository {
  const home = newHome()
  const folder = join(home.path, 'shop')
  execFileSync('git', ['init', '-q', folder])
  return {
    home,
    folder,
    commit(ref, files) {
      for (const [path, content] of Object.entries(files)) {
        if (Array.isArray(content)) home.writeLines(`shop/${path}`, content)
        else home.write(`shop/${path}`, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      }
      git(folder, 'add', '-A')
      const tree = git(folder, 'write-tree')
      git(folder, 'update-ref', ref, git(folder, 'commit-tree', '-m', 'Checkpoint', tree))
      git(folder, 'rm', '-r', '-q', '--cached', '.')
      for (const path of Object.keys(files)) rmSync(join(folder, path))
    },
  }
}

const wordsOf = async ({ home, folder }: Repository) =>
  (await home.read(undefined, { git: folder })).map(({ tool, id, project, turns }) => [
    tool,
    id,
    project,
    ...turns.map(({ text }) => text),
  ])

const claude = (text: string, at: number) => ({
  type: 'user',
  message: { role: 'user', content: text },
  uuid: `record-${at}`,
  timestamp: minute(at),
  cwd: '/srv/shop',
  sessionId: 'one',
})
const codex = (text: string, at: number) => ({
  timestamp: minute(at),
  type: 'event_msg',
  payload: { type: 'user_message', message: text },
})
const codexMeta = { timestamp: minute(0), type: 'session_meta', payload: { id: 'two', cwd: '/srv/shop' } }
const cursor = (text: string, role = 'user') => ({ role, message: { content: [{ type: 'text', text }] } })

test('a session counts once in its checkpoints, on the branch, on that of a remote and in references of their own', async () => {
  const repository = newRepository()
  const { home, folder, commit } = repository
  const turns = [claude('Use tabs.', 1), claude('Go on.', 2), claude('Go on.', 8)]
  commit('refs/heads/entire/checkpoints/v1', {
    'aa/1/0/full.jsonl': turns.slice(0, 2),
    'aa/1/0/metadata.json': { session_id: 'one' },
    'ab/2/0/full.jsonl': turns,
    'ab/2/0/prompt.txt': 'Always.',
  })
  commit('refs/remotes/origin/entire/checkpoints/v1', { 'ab/2/0/full.jsonl': turns })
  commit('refs/entire/checkpoints/ac/01HX', { '0/full.jsonl': [...turns, claude('Be brief.', 9)] })
  commit('refs/heads/entire/other', { '0/full.jsonl': [claude('Never read this.', 5)] })
  const words = [['claude-code', 'one', '/srv/shop', 'Use tabs.', 'Go on.', 'Go on.', 'Be brief.']]
  expect(await wordsOf(repository)).toEqual(words)
  const bare = join(home.path, 'bare')
  git(folder, 'clone', '-q', '--mirror', folder, bare)
  expect(await wordsOf({ ...repository, folder: bare })).toEqual(words)
})

test('transcripts of several tools, one in parts, one a document and one without times', async () => {
  const repository = newRepository()
  const opencode = (id: string, role: string, text: string) => ({
    info: { id, role, time: { created: new Date(minute(3)).getTime() } },
    parts: [{ type: 'text', text }],
  })
  const chat = [cursor('Use tabs.'), cursor('I did.', 'assistant'), cursor('Go on.')]
  repository.commit('refs/heads/entire/checkpoints/v1', {
    'aa/1/0/full.jsonl': [codexMeta, codex('Use tabs.', 1)],
    'aa/1/0/full.jsonl.001': [codex('Be brief.', 2)],
    'aa/2/0/full.jsonl': {
      info: { id: 'ses_three', directory: '/srv/shop' },
      messages: [opencode('a', 'user', 'Stop.')],
    },
    'aa/3/0/full.jsonl': {
      sessionId: 'four',
      messages: [{ id: 'm', type: 'user', timestamp: minute(4), content: 'Wait.' }],
    },
    'aa/4/0/full.jsonl': chat,
    'aa/4/0/metadata.json': { session_id: 'five', created_at: minute(20) },
    'aa/5/0/full.jsonl': [...chat, cursor('Done.', 'assistant'), cursor('Go on.')],
    'aa/5/0/metadata.json': { session_id: 'five', created_at: minute(30) },
    'aa/6/0/full.jsonl': 'weather: sunny\n',
    'aa/7/0/full.jsonl': '',
    'aa/8/0/full.jsonl': `{${'\n'.repeat(200_000)}`,
  })
  expect(await wordsOf(repository)).toEqual([
    ['codex', 'two', '/srv/shop', 'Use tabs.', 'Be brief.'],
    ['cursor', 'five', repository.folder, 'Use tabs.', 'Go on.', 'Go on.'],
    ['gemini', 'four', repository.folder, 'Wait.'],
    ['opencode', 'ses_three', '/srv/shop', 'Stop.'],
  ])
  expect(repository.home.counts()).toEqual({ unknown_transcript: 3, repeated_turn: 2 })
})

test('a missing blob is counted', async () => {
  const repository = newRepository()
  const { folder, home } = repository
  repository.commit('refs/heads/entire/checkpoints/v1', {
    '0/full.jsonl': [claude('Use tabs.', 1)],
    '1/full.jsonl': [claude('Be brief.', 2)],
  })
  const blob = git(folder, 'rev-parse', 'entire/checkpoints/v1:0/full.jsonl')
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  expect(await wordsOf(repository)).toEqual([['claude-code', 'one', '/srv/shop', 'Be brief.']])
  expect(home.counts()).toEqual({ unreadable_file: 1 })
})

test('a repository without checkpoints has no sessions, and another folder is an error', async () => {
  const repository = newRepository()
  expect(await wordsOf(repository)).toEqual([])
  await expect(wordsOf({ ...repository, folder: repository.home.path })).rejects.toThrow('not a git repository')
})

test('a repository runs no command that its settings name, and a description of any size is read in part', async () => {
  const repository = newRepository()
  const { folder, home } = repository
  repository.commit('refs/heads/entire/checkpoints/v1', {
    '0/full.jsonl': [claude('Use tabs.', 1)],
    '1/full.jsonl': [claude('Be brief.', 2)],
    '1/metadata.json': { session_id: 'one', files: 'a'.repeat(3_000_000) },
  })
  const blob = git(folder, 'rev-parse', 'entire/checkpoints/v1:0/full.jsonl')
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  const marker = join(home.path, 'marker')
  const settings = {
    'extensions.partialClone': 'evil',
    'remote.evil.url': `ext::sh -c touch% ${marker}`,
    'protocol.ext.allow': 'always',
    'core.fsmonitor': `touch ${marker}`,
    'core.sshCommand': `touch ${marker}`,
  }
  git(folder, 'config', 'core.repositoryformatversion', '1')
  for (const [name, value] of Object.entries(settings)) git(folder, 'config', name, value)
  expect(await wordsOf(repository)).toEqual([['claude-code', 'one', '/srv/shop', 'Be brief.']])
  expect(existsSync(marker)).toBe(false)
})
