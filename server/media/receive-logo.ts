import type { Config } from '#server/config.ts'
import { acceptForms, type ReceivedForm, receiveForm } from '#server/http/form.ts'
import { dropPicture, storePicture } from './store-picture.ts'

type Scope = Parameters<typeof acceptForms>[0]
type FormRequest = Parameters<typeof receiveForm>[0]

const LOGO_BYTES = 2 * 1024 * 1024
const LOGO = { field: 'logo', width: 400, height: 400 }

/**
 * Lets the routes of `scope` take forms with a logo of at most 2 MB beside JSON.
 * @returns `options` of such a route, and `withLogo`, which keeps the logo of a request (null without one) unless what is done with it fails.
 */
export async function receiveLogos(scope: Scope, config: Pick<Config, 'dataDir'>) {
  await acceptForms(scope, { files: 1, fileSize: LOGO_BYTES })
  const received = new WeakMap<object, ReceivedForm>()
  const options = {
    bodyLimit: LOGO_BYTES + 256 * 1024,
    readBody: async (request: FormRequest): Promise<unknown> => {
      if (!request.isMultipart()) return request.body
      const form = await receiveForm(request)
      received.set(request, form)
      return form.fields
    },
  }
  async function withLogo<Result>(request: FormRequest, write: (logo: string | null) => Promise<Result>): Promise<Result> {
    const file = received.get(request)?.files.find(({ field }) => field === LOGO.field)
    const logo = file ? await storePicture(config, file.bytes, LOGO) : null
    return write(logo).catch(async (error: unknown) => {
      if (logo) await dropPicture(config, logo)
      throw error
    })
  }
  return { options, withLogo }
}
