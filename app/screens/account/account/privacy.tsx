import { useState } from 'react'
import { Link } from 'react-router'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { pageMeta } from '#app/lib/meta.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { AccountDeleted } from './account-deleted.tsx'
import { AccountPart } from './account-part.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportForm } from './export-form.tsx'

export const meta = () => pageMeta({ title: 'Your data', description: 'Download your data, or delete your account.', isPrivate: true })

export default function PrivacyScreen() {
  const [deletedEmail, setDeletedEmail] = useState<string>()
  if (deletedEmail !== undefined) return <AccountDeleted email={deletedEmail} />
  return <Guard>{(user) => <Privacy user={user} onDeleted={() => setDeletedEmail(user.email)} />}</Guard>
}

function Privacy({ user, onDeleted }: { user: SessionUser; onDeleted: () => void }) {
  return (
    <div className="wrap py-8">
      <h1>Your data</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Our <Link to="/privacy-policy">privacy policy</Link> explains what we store and why.
      </p>
      <div className="frame mt-6">
        <AccountPart
          id="export"
          title="Download your data"
          about="Everything we store about you in one JSON file: profile, addresses, cart, orders and payments, messages, newsletter, devices and your activity."
        >
          <ExportForm />
        </AccountPart>
        <AccountPart id="delete" title="Delete your account" about={<WhatGoes />}>
          <DeleteAccount user={user} onDeleted={onDeleted} />
        </AccountPart>
      </div>
    </div>
  )
}

function WhatGoes() {
  return (
    <>
      <p>Your name, email, addresses, cart, messages and newsletter are deleted, and every device is signed out.</p>
      <p className="mt-2">
        Orders are kept without your personal data, except the name and address on invoices, which the law requires us to keep.
      </p>
    </>
  )
}
