import { Link } from 'react-router'
import { PasswordForm } from '#app/features/accounts/profile/password-form.tsx'
import { useAccount, useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { isStaffRole } from '#domain/user.ts'
import { AccountPart } from './account-part.tsx'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { TwoFactor } from './two-factor.tsx'

export const meta = () =>
  pageMeta({ title: 'Sign-in and security', description: 'Your name, address, password and devices.', isPrivate: true })

export default function SecurityScreen() {
  return <Guard>{(user) => <Security user={user} />}</Guard>
}

function Security({ user }: { user: SessionUser }) {
  const account = useAccount()
  const refresh = useRefreshAccount()
  const changed = async () => {
    toast.success('Your new password is set, and all other devices are signed out')
    await refresh()
  }
  return (
    <div className="wrap py-8">
      <h1>Sign-in and security</h1>
      {user.mustEnroll && (
        <p className="notice warn mt-4">
          Set up two-factor sign-in to continue. Until then, only this page is open to you.{' '}
          <a href="#two-factor">Go to two-factor sign-in</a>
        </p>
      )}
      <div className="frame mt-6">
        <AccountPart
          id="name"
          title="Name"
          about={
            isStaffRole(user.role)
              ? 'How we address you, and the name that colleagues see in the audit log and the history of orders.'
              : 'How we address you, and the name on your orders.'
          }
        >
          <NameForm name={user.name} />
        </AccountPart>
        <AccountPart
          id="email"
          title="Email"
          about="You sign in with it, and we send our emails to it. A new address takes effect once you open the link we email to it. We also notify your old address."
        >
          <EmailForm user={account ?? { ...user, pendingEmail: null }} />
        </AccountPart>
        <AccountPart
          id="two-factor"
          title="Two-factor sign-in"
          about="A second step after your password, so that a stolen password alone is useless. We email you when it changes."
        >
          <TwoFactor />
        </AccountPart>
        <AccountPart id="password" title="Password" about="A new password signs out all other devices. We email you when it changes.">
          <PasswordForm user={user} label="Change password" className="button hollow justify-self-start" onChanged={changed} />
        </AccountPart>
        <AccountPart
          id="devices"
          title="Devices"
          about="Where you're signed in. If you don't recognize a device, sign it out and change your password."
        >
          <Devices />
        </AccountPart>
        <AccountPart id="tokens" title="API tokens" about="Other systems that use your account, such as your bookkeeping.">
          <Link to="/account/security/tokens" className="button hollow justify-self-start self-start">
            Manage API tokens
          </Link>
        </AccountPart>
      </div>
    </div>
  )
}
