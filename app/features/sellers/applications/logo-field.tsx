import type { FieldErrors } from '#app/lib/field-errors.ts'
import { TextField } from '#app/ui/field.tsx'
import { Picture } from '#app/ui/picture.tsx'

const LOGO_BYTES = 2 * 1024 * 1024

/** Returns the size of the chosen logo in bytes; 0 for none. */
function logoSize(fields: FormData): number {
  const logo = fields.get('logo')
  return logo instanceof File ? logo.size : 0
}

/** Returns the error of the chosen logo, to show before the form is sent. */
export const logoProblem = (form: HTMLFormElement): FieldErrors =>
  logoSize(new FormData(form)) > LOGO_BYTES ? { logo: 'The logo must be 2 MB or smaller.' } : {}

/** Removes an empty file: a logo is sent only when one was chosen. */
export function withChosenLogo(fields: FormData): FormData {
  if (logoSize(fields) === 0) fields.delete('logo')
  return fields
}

/** File field of the logo, with the current one beside it. */
export function LogoField({ error, logo }: { error: string | undefined; logo: string | null }) {
  return (
    <div className="flex items-start gap-4">
      {logo && (
        <Picture sizes="96px" src={logo} alt="Current logo" className="size-24 border-[1.5px] border-line bg-[#fff] object-contain" />
      )}
      <div className="min-w-0 flex-1">
        <TextField
          label="Logo"
          name="logo"
          type="file"
          accept="image/png,image/jpeg,image/svg+xml,image/webp"
          isOptional
          hint="JPG, PNG or SVG, up to 2 MB. SVG files are converted to pixels."
          error={error}
        />
      </div>
    </div>
  )
}
