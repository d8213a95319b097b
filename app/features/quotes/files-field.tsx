import { TextField } from '#app/ui/field.tsx'
import { MAX_QUOTE_FILES } from '#domain/quote.ts'

export const FILE_TYPES = 'application/pdf,image/jpeg,image/png,image/webp'
export const FILES_HINT = `Up to ${MAX_QUOTE_FILES}, such as drawings: PDFs or pictures of at most 10 MB.`

/** Files of a request; a visitor adds them after the sign-in, since they cannot be kept. */
export function FilesField({ isVisitor, error }: { isVisitor: boolean; error: string | undefined }) {
  if (isVisitor) return <p className="text-sm text-ink-2">You can add files, such as drawings, after you sign in.</p>
  return <TextField label="Files" name="files" type="file" multiple isOptional accept={FILE_TYPES} hint={FILES_HINT} error={error} />
}
