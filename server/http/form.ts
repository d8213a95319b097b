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
