import { print } from '../output.ts'
import { type AgentFile, chooseEntries, compareEntry } from '../service/agent-files.ts'
import { serviceCommand, withService } from '../service/service.ts'

export const diff = serviceCommand('diff')
  .description('show how files differ from those of the service')
  .argument('[agent]', 'slug or id; all agents by default')
  .action((agent, options) =>
    withService(options, async (service) => {
      const { createTwoFilesPatch } = await import('diff')
      const { repository, entries } = await chooseEntries(service, { agent })
      const found: (Pick<AgentFile, 'path' | 'agent' | 'state'> & { diff: string })[] = []
      for (const entry of entries) {
        for (const { path, agent, state, local = '', present } of await compareEntry(
          service,
          repository.folder,
          entry,
        )) {
          if (state === 'current') continue
          found.push({ path, agent, state, diff: createTwoFilesPatch(path, path, local, present, 'here', 'service') })
        }
      }
      print(options, { files: found }, () => found.map(({ diff }) => diff.trimEnd()))
    }),
  )
