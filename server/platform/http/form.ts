import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** A form as it arrived: its texts by name, and its files by the name of their field. */
export interface ReceivedForm {
  fields: Record<string, string>
  files: { field: string; name: string; bytes: Buffer }[]
}

/** Lets the routes of `scope`, and no others, take multipart forms. */
export async function acceptForms(scope: FastifyInstance, limits: { files: number; fileSize: number }): Promise<void> {
  await scope.register(multipart, { limits: { ...limits, fields: 40, fieldSize: 20_000, parts: 50 } })
}

/** Reads a multipart form whole. A file that is too large is 413, one that breaks off is 422. */
export async function receiveForm(request: FastifyRequest): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, files: [] }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value)
      else {
        const [name, bytes] = [part.filename ?? '', await part.toBuffer()]
        if (name !== '' || bytes.length > 0) form.files.push({ field: part.fieldname, name, bytes }) // else nothing was chosen
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error
    refuse('unreadable_file', { facts: { reason: 'it did not arrive whole.' } })
  }
  return form
}

/**
 * Lets the routes of `scope` take forms with one file of at most `fileSize` bytes beside JSON.
 * @returns `options` of such a route, and `bytesOf`, the file of a request; null without one
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
  const bytesOf = (request: FastifyRequest) => received.get(request)?.files.find((file) => file.field === field)?.bytes ?? null
  return { options: { bodyLimit: fileSize + 256 * 1024, readBody }, bytesOf }
}
