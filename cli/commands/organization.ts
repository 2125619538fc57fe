import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Command } from 'commander'
import { withProgress } from '#core/base/progress.ts'
import { pluralize, print, printNote, shortPath } from '../output.ts'
import { chooseDestination, confirmDestination } from '../service/address.ts'
import { chooseOrganization } from '../service/organization.ts'
import { openService, serviceCommand, unwrap, withService } from '../service/service.ts'
import { signIn } from '../service/sign-in.ts'
import { words } from './option-values.ts'

/** A whole organization as one archive, to keep it or to move it to another service. */
export const organization = new Command('organization').description('export or import a whole organization')

organization.addCommand(
  serviceCommand('export')
    .description(
      'write everything of the organization except credentials into an archive; needs a key with full access',
    )
    .argument('<file>', 'where the archive goes: a ZIP file')
    .option('--organization <slug>', 'the one of the key by default', words)
    .action((file, options) =>
      withService(options, async (service) => {
        const orgId = await chooseOrganization(service, options.organization)
        const params = { path: { orgId } }
        const archive = await withProgress(
          'Exporting the organization',
          () => unwrap(service.api.GET('/organizations/{orgId}/export', { params, parseAs: 'arrayBuffer' })),
          printNote,
        )
        const bytes = Buffer.from(archive as unknown as ArrayBuffer)
        const path = resolve(file)
        // A file that is there may be the only copy of something.
        await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? new Error(`${file} exists. Name another file.`) : error
        })
        print(
          options,
          { file: path, bytes: bytes.length },
          () => `${shortPath(path)} has the organization (${pluralize(bytes.length, 'byte')}).`,
        )
      }),
    ),
)

organization.addCommand(
  serviceCommand('import')
    .description('make a new organization of an archive, after signing in; you become its owner')
    .argument('<file>', 'the archive')
    .option('--email <address>', 'of your account; the password is asked for, or read from standard input', words)
    .action(async (file, options) => {
      const content = readFileSync(file)
      const destination = chooseDestination(options)
      await confirmDestination(destination)
      const service = await openService(destination.address, '')
      try {
        await signIn(service, options)
        const form = new FormData()
        form.set('file', new File([content], basename(file), { type: 'application/zip' }))
        const imported = await withProgress(
          'Importing the organization',
          () =>
            unwrap(
              service.api.POST('/organizations/import', {
                // To the types, a file in a form is text.
                body: { file: '' },
                bodySerializer: () => form,
              }),
            ),
          printNote,
        )
        const { name, slug } = imported.organization
        print(options, imported, () => `${name} is imported as ${slug}. Its content sources are off.`)
      } finally {
        await service.close()
      }
    }),
)
