import { textOf } from '#app/lib/form-text.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { AUDIT_YEARS, MONEY_AUDIT_YEARS, ORDER_YEARS } from '#domain/retention.ts'
import { STEP_UP_RANGE } from '#domain/second-factor.ts'
import { type SectionProps, SettingsSection } from './section.tsx'

const numberAt = (fields: FormData, name: string) => Number(textOf(fields, name))
const whole = { type: 'number', inputMode: 'numeric', min: 1, step: 1, required: true } as const

/** Thresholds of low and medium stock, and the restocking target. */
export function StockSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="stock"
      text="When sellers and staff see Low Stock and Medium, and when shoppers read “Only 3 left”."
      toValue={(fields) => ({
        low: numberAt(fields, 'stock.low'),
        medium: numberAt(fields, 'stock.medium'),
        restock: numberAt(fields, 'stock.restock'),
      })}
    >
      {({ low, medium, restock }, errors) => (
        <div className="settings-grid thirds">
          <TextField label="Low under" {...whole} name="stock.low" defaultValue={low} error={errors['stock.low']} />
          <TextField label="Medium under" {...whole} name="stock.medium" defaultValue={medium} error={errors['stock.medium']} />
          <TextField label="Restock to" {...whole} name="stock.restock" defaultValue={restock} error={errors['stock.restock']} />
        </div>
      )}
    </SettingsSection>
  )
}

/** Within which days applications are answered. */
export function ReviewSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="review"
      text="Business days until a business gets a decision on its application. Shown on the form, the seller's dashboard and in the email."
      toValue={(fields) => ({ minDays: numberAt(fields, 'review.minDays'), maxDays: numberAt(fields, 'review.maxDays') })}
    >
      {({ minDays, maxDays }, errors) => (
        <div className="settings-grid">
          <TextField
            label="Minimum days"
            {...whole}
            max={90}
            name="review.minDays"
            defaultValue={minDays}
            error={errors['review.minDays']}
          />
          <TextField
            label="Maximum days"
            {...whole}
            max={90}
            name="review.maxDays"
            defaultValue={maxDays}
            error={errors['review.maxDays']}
          />
        </div>
      )}
    </SettingsSection>
  )
}

/** Years for which orders and the audit log are kept. */
export function RetentionSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="retention"
      text="How long records are kept. Older records are permanently deleted once a day. The privacy policy shows the same numbers."
      toValue={(fields) => ({
        orderYears: numberAt(fields, 'retention.orderYears'),
        auditYears: numberAt(fields, 'retention.auditYears'),
      })}
    >
      {({ auditYears, orderYears }, errors) => (
        <div className="settings-grid">
          <TextField
            label="Years of orders"
            {...whole}
            min={ORDER_YEARS.least}
            max={ORDER_YEARS.most}
            name="retention.orderYears"
            defaultValue={orderYears}
            error={errors['retention.orderYears']}
            hint="After that, an order only keeps what its invoice needs: name, company, VAT number and address."
          />
          <TextField
            label="Years of the audit log"
            {...whole}
            min={AUDIT_YEARS.least}
            max={AUDIT_YEARS.most}
            name="retention.auditYears"
            defaultValue={auditYears}
            error={errors['retention.auditYears']}
            hint={`Entries about money and roles are kept for ${MONEY_AUDIT_YEARS} years.`}
          />
        </div>
      )}
    </SettingsSection>
  )
}

const REQUIRED_OF = [
  { name: 'staffSecondFactor', label: 'Staff need two-factor sign-in', text: 'Super admins and application admins.' },
  { name: 'sellerSecondFactor', label: 'Sellers need two-factor sign-in', text: 'Business admins.' },
] as const

/** Roles that need a second factor, and the minutes for which a confirmation lasts. */
export function SecuritySection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="security"
      text="People who need two-factor sign-in but haven't set it up can only open their account page. Set up your own first."
      toValue={(fields) => ({
        staffSecondFactor: fields.has('security.staffSecondFactor'),
        sellerSecondFactor: fields.has('security.sellerSecondFactor'),
        stepUpMinutes: numberAt(fields, 'security.stepUpMinutes'),
      })}
    >
      {(value, errors) => (
        <>
          {REQUIRED_OF.map(({ name, label, text }) => (
            <div key={name}>
              <CheckField label={label} name={`security.${name}`} defaultChecked={value[name]} aria-describedby={`security-${name}`} />
              <p className="ml-8.5 text-ink-2" id={`security-${name}`}>
                {text}
              </p>
            </div>
          ))}
          <div className="settings-grid">
            <TextField
              label="Minutes until people are asked again"
              {...whole}
              min={STEP_UP_RANGE.least}
              max={STEP_UP_RANGE.most}
              name="security.stepUpMinutes"
              defaultValue={value.stepUpMinutes}
              error={errors['security.stepUpMinutes']}
              hint="People confirm who they are before they move money, change access or export data. After that, they aren't asked again for this long."
            />
          </div>
        </>
      )}
    </SettingsSection>
  )
}

const SWITCHES = [
  {
    name: 'reviewNewProducts',
    label: 'Review new products of sellers',
    text: 'New products stay hidden until a super admin activates them.',
  },
  {
    name: 'onlySuperAdminsApprove',
    label: 'Only super admins approve businesses',
    text: "Application admins see the approval status of a business but can't change it.",
  },
  {
    name: 'superAdminImport',
    label: 'Super admins may import the catalog',
    text: 'Otherwise only application admins may import.',
  },
  {
    name: 'requireTraderChecks',
    label: 'Check trader details before approval',
    text: 'A business can only be approved once its trader details are complete and checked. If off, open items only hide its products from private buyers in the EU.',
  },
] as const

/** Switches that are off in a new shop. */
export function SwitchesSection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="switches"
      text="How sellers and staff work together. Changes apply right away."
      toValue={(fields) => ({
        reviewNewProducts: fields.has('switches.reviewNewProducts'),
        onlySuperAdminsApprove: fields.has('switches.onlySuperAdminsApprove'),
        superAdminImport: fields.has('switches.superAdminImport'),
        requireTraderChecks: fields.has('switches.requireTraderChecks'),
      })}
    >
      {(value) =>
        SWITCHES.map(({ name, label, text }) => (
          <div key={name}>
            <CheckField label={label} name={`switches.${name}`} defaultChecked={value[name]} aria-describedby={`switch-${name}`} />
            <p className="ml-8.5 text-ink-2" id={`switch-${name}`}>
              {text}
            </p>
          </div>
        ))
      }
    </SettingsSection>
  )
}
