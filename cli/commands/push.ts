import type { Entry } from '../files/repository.ts'
import { pluralize, print, shellWord } from '../output.ts'
import { chooseEntries, compareEntry, importFiles, isExportOnly, uploadOf, writeFiles } from '../service/agent-files.ts'
import { describeLost, type LostLines } from '../service/lost-lines.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'

export const push = serviceCommand('push')
  .description('propose edits that were made in files by hand, as a change request for each')
  .argument('[agent]', 'slug or id; all agents by default')
  .option('--apply', 'merge it at once, and write the files again')
  .action((agent, options) =>
    withService(options, async (service) => {
      const { repository, entries } = await chooseEntries(service, { agent })
      const pushed: Pushed[] = []
      for (const entry of entries)
        pushed.push(await pushEntry(service, repository.folder, entry, options.apply === true))
      print(options, { files: pushed }, () => pushed.flatMap((file) => [lineOf(file), ...describeLost(file)]))
    }),
  )

interface Pushed extends Entry, LostLines {
  changes: number
  change_request: { id: string; number: number; status: string } | null
}

const nothing = { changes: 0, change_request: null, lost: [], lost_count: 0, line_count: 0 }

async function pushEntry(service: Service, folder: string, entry: Entry, isApplied: boolean): Promise<Pushed> {
  if (isExportOnly(entry.format)) return { ...entry, ...nothing }
  const files = await compareEntry(service, folder, entry)
  const foreign = files.find(({ state }) => state === 'foreign')
  if (foreign) {
    const { path, agent } = foreign
    throw new Error(
      `${path} does not say what it was made from. Read it with "agent-identity import ${agent} ${shellWord(path)}", or overwrite it with "agent-identity pull ${agent} --force".`,
    )
  }
  const isThere = files.some(({ local }) => local !== undefined)
  if (!isThere || files.every(({ state }) => state === 'current')) return { ...entry, ...nothing }
  const upload = uploadOf(files)
  const { changes, lost, lost_count, line_count } = await importFiles(service, entry.agent, { ...upload, dryRun: true })
  const pushed = { ...entry, changes: changes.length, change_request: null, lost, lost_count, line_count }
  if (changes.length === 0) return pushed
  // The same edits pushed twice are one change request.
  const changeRequestId = (await importFiles(service, entry.agent, upload)).change_request_id!
  const params = { path: { changeRequestId } }
  const { id, number, status } = isApplied
    ? await unwrap(service.api.POST('/change-requests/{changeRequestId}/merge', { params }))
    : await unwrap(service.api.GET('/change-requests/{changeRequestId}', { params }))
  if (isApplied) await writeFiles(service, await compareEntry(service, folder, entry))
  return { ...pushed, change_request: { id, number, status: String(status) } }
}

function lineOf({ path, agent, changes, change_request: request }: Pushed): string {
  if (!request) return `${path}: nothing to propose`
  const what = `${path}: change request ${request.number} with ${pluralize(changes, 'change')}`
  return request.status === 'merged' ? `${what}, merged` : `${what}; "agent-identity review ${agent}" shows it`
}
