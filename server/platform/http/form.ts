import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** A multipart form as received: text fields by name, and files. */
export interface ReceivedForm {
  fields: Record<string, string>
  files: { field: string; name: string; bytes: Buffer }[]
}

/** Lets the routes of `scope` accept multipart forms. */
export async function acceptForms(scope: FastifyInstance, limits: { files: number; fileSize: number }): Promise<void> {
  await scope.register(multipart, { limits: { ...limits, fields: 40, fieldSize: 20_000, parts: 50 } })
}

/** Reads a whole multipart form. A file that is too large is 413, an incomplete form is 422. */
export async function receiveForm(request: FastifyRequest): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, files: [] }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
      else {
        const [name, bytes] = [part.filename ?? '', await part.toBuffer()]
        if (name !== '' || bytes.length > 0) form.files.push({ field: part.fieldname, name, bytes }) // otherwise no file was chosen
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error
    refuse('unreadable_file', { facts: { reason: 'the upload was interrupted.' } })
  }
  return form
}

/**
 * Lets the routes of `scope` accept, besides JSON, forms with one file of at most `fileSize` bytes.
 * @returns `options` for such a route, and `fileOf` and `bytesOf`, which return the file of a request or its content, or null
 */
export async function acceptFile(scope: FastifyInstance, { field, fileSize }: { field: string; fileSize: number }) {
  await acceptForms(scope, { files: 1, fileSize })
  const received = new WeakMap<object, ReceivedForm>()
  const readBody = async (request: FastifyRequest): Promise<unknown> => {
    if (!request.isMultipart()) return request.body
    const form = await receiveForm(request)
    received.set(request, form)
    return form.fields
  }
  const fileOf = (request: FastifyRequest) => received.get(request)?.files.find((file) => file.field === field) ?? null
  const bytesOf = (request: FastifyRequest) => fileOf(request)?.bytes ?? null
  return { options: { bodyLimit: fileSize + 256 * 1024, readBody }, fileOf, bytesOf }
}
