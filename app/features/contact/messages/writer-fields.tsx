import type { FieldErrors } from '#app/lib/field-errors.ts'
import { TextField } from '#app/ui/field.tsx'

/** Name and contact fields of the sender. */
export function WriterFields({ errors }: { errors: FieldErrors }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Full Name" name="name" autoComplete="name" required maxLength={120} error={errors.name} />
      <TextField
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        maxLength={254}
        error={errors.email}
      />
      <TextField
        label="Phone Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isOptional
        maxLength={40}
        error={errors.phone}
      />
      <TextField label="Company Name" name="company" autoComplete="organization" isOptional maxLength={120} error={errors.company} />
    </div>
  )
}
