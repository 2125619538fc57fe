import type { FileHandle } from 'node:fs/promises'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError, badRequest } from '#core/base/errors.ts'
import { newTemporaryFile } from '#core/base/temporary-file.ts'
import { notUtf8, requireUncompressed } from './body-text.ts'
import { bodyTooLarge, cleanQuery } from './json-body.ts'
import { queryReader } from './key-case.ts'

/**
 * Files sent in forms (behavior: Archives): each is stored on disk while its request lasts, never in memory, and then
 * deleted.
 */

declare module 'fastify' {
  interface FastifyRequest {
    upload: Pick<FileHandle, 'fd' | 'close'> | undefined
  }
}

const defaultFileBytes = 64 * 1024 * 1024
/** How many bytes the other parts of the form and the boundaries may take. */
const maxFormBytes = 1024 * 1024
const limits = { files: 1, fields: 20, fieldSize: 2000, fieldNameSize: 100, headerPairs: 50 }
/** How long a file may take to arrive: 64 MiB at 1 Mbit/s. */
const maxArrivalMs = 600_000

const arriving = new WeakSet<Socket>()

/** Whether a file is arriving on this connection, which may take longer than any other request. */
export const isUploading = (socket: Socket): boolean => arriving.has(socket)

/**
 * Lets the routes of `app` accept forms with one file, `file`: it is stored before validation, and the other fields are
 * validated like a body's, in any order. Callers without access are refused before a byte is stored.
 */
export async function acceptUploads(app: FastifyInstance, maxFileBytes = defaultFileBytes): Promise<void> {
  await app.register(multipart, { limits: { ...limits, fileSize: maxFileBytes }, throwFileSizeLimit: false })
  app.decorateRequest('upload', undefined)
  app.addHook('preValidation', async (request) => {
    // Already set when the main thread has read the form.
    if (request.upload) return
    if (!request.isMultipart()) throw badRequest('The body must be a multipart/form-data form with the archive as file')
    requireUncompressed(request.headers)
    if (Number(request.headers['content-length']) > maxFileBytes + maxFormBytes) throw bodyTooLarge(maxFileBytes)
    const fields = await receive(request, maxFileBytes)
    const form = request.upload ? { ...fields, file: '' } : fields
    const read = queryReader(request.routeOptions.schema!.body as TSchema)
    request.body = read(cleanQuery(form))
  })
  // Closes the file when the handler was not reached; a handler closes its own.
  app.addHook('onError', async (request) => request.upload?.close().catch(() => {}))
}

/** Passes the request's file to `read`, and closes it afterwards. */
export async function withUpload<T>({ upload }: FastifyRequest, read: (fd: number) => Promise<T>): Promise<T> {
  try {
    return await read(upload!.fd)
  } finally {
    await upload!.close()
  }
}

/** Stores the form's file as `request.upload` and returns its other fields. */
async function receive(request: FastifyRequest, maxFileBytes: number): Promise<Record<string, unknown>> {
  const { socket } = request.raw
  const fields: Record<string, unknown> = Object.create(null)
  const late = setTimeout(() => request.raw.destroy(), maxArrivalMs).unref()
  arriving.add(socket)
  try {
    for await (const part of request.parts()) {
      const name = part.fieldname
      if (part.type === 'file') {
        if (name !== 'file') throw badRequest(`${name.slice(0, 100)} must be a string; send the archive as file`)
        const file = await newTemporaryFile()
        request.upload = file
        await file.writeFile(part.file)
        if (part.file.truncated) throw bodyTooLarge(maxFileBytes)
      } else if (name === 'file') throw badRequest('file must be sent as a file, with a file name')
      else if (name in fields) throw badRequest(`${name} must be given once`)
      // No field has a use for the replacement character, which stands for bytes that the parser could not decode.
      else if (`${name}${part.value}`.includes('\ufffd')) throw notUtf8(`is not UTF-8 in ${name}`)
      else fields[name] = part.value
    }
    return fields
  } catch (error) {
    throw refusalOf(error)
  } finally {
    clearTimeout(late)
    arriving.delete(socket)
  }
}

/**
 * Converts errors of the form parser, which the client can fix; errors of the operating system are not the client's.
 */
function refusalOf(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof AppError || syscall !== undefined) return error
  if (code === 'FST_FILES_LIMIT') return badRequest('file must be given once')
  if (code === 'FST_FIELDS_LIMIT') return badRequest(`The form must have at most ${limits.fields} fields`)
  return badRequest('The body must be a complete multipart/form-data form')
}
