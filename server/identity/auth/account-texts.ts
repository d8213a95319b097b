import { FIRST_PASSWORD_HOURS } from '#domain/user.ts'
import { dayOf, greeting, lifeOf, linkButton, whenRow } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, MailSetting, WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

/** Advice about a sign-in, or a change of it, by somebody else. */
function notYou(publicUrl: string, email: string, phone: string): string {
  return `If this wasn't you, choose a new password at ${publicUrl}/forgot-password right away, sign out all other devices at ${publicUrl}/account/security, then email ${email} or call ${phone}.`
}

/** Rows about an API token. */
const tokenRows = (facts: Facts, setting: Pick<MailSetting, 'shop'>): MailRow[] => [
  ['Token', facts.line('what')],
  ...(facts.line('business') ? [['Business', facts.line('business')] as MailRow] : []),
  ['Scopes', facts.line('scopes')],
  ['Expires', dayOf(facts.line('expiresAt'), setting)],
]

const reachUs = (email: string, phone: string) => `If this wasn't you, email ${email} or call ${phone} right away.`

/** Causes of a deletion that its owner did not ask for. */
const DELETED_BY: ReadonlyMap<string, string> = new Map([
  ['staff', 'was deleted by our team'],
  ['inactivity', 'was deleted because nobody had signed in for a long time'],
])

/** Emails about an account: confirmations, one-use links and security alerts. */
export const accountTexts = {
  'verify-email': (facts, { shop }) => ({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [greeting(facts), `Confirm that this email address is yours. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Confirm email address'),
    after: [`If you didn't create an account at ${shop.name}, you can ignore this email.`],
  }),
  'confirm-new-email': (facts, { shop }) => ({
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs:
      facts.line('by') === 'staff'
        ? [greeting(facts), `Our team entered this address for your account at ${shop.name}. Confirm that it's yours. ${lifeOf(facts)}`]
        : [greeting(facts), `You asked to sign in at ${shop.name} with this address. Confirm that it's yours. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Confirm new email address'),
    after: ["Until then, keep signing in with your old address. If you didn't ask for this, you can ignore this email."],
  }),
  'email-change-asked': (facts, { shop }) => ({
    subject: 'Your email address is about to change',
    heading: 'Your email address is about to change',
    paragraphs: [
      greeting(facts),
      `Our team entered a new email address for your account at ${shop.name}. Until it's confirmed, keep signing in with this one.`,
      `If you don't want this, undo it. You keep your address, and all devices are signed out. ${lifeOf(facts)}`,
    ],
    rows: [['New address', facts.line('newEmail')], whenRow(facts)],
    button: linkButton(facts, 'Undo this change'),
    after: [reachUs(shop.email, shop.phone)],
  }),
  'email-changed': (facts, { shop }) => ({
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      greeting(facts),
      `Your account at ${shop.name} now has a new email address. We won't send more emails to this one.`,
      ...(facts.link('link')
        ? [`If you don't want this, undo it. This address is restored, and all devices are signed out. ${lifeOf(facts)}`]
        : []),
    ],
    rows: [['New address', facts.line('newEmail')], whenRow(facts)],
    button: linkButton(facts, 'Undo this change'),
    after: [reachUs(shop.email, shop.phone)],
  }),
  'reset-password': (facts) => ({
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [greeting(facts), `Someone asked to reset the password of your account. Choose a new password. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Choose a new password'),
    after: ["If it wasn't you, you can ignore this email. Your password doesn't change."],
  }),
  'password-changed': (facts, { shop, publicUrl }) => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [greeting(facts), `The password of your account at ${shop.name} was changed.`],
    rows: [whenRow(facts)],
    after: [
      `If this wasn't you, choose a new password at ${publicUrl}/forgot-password right away, then email ${shop.email} or call ${shop.phone}.`,
    ],
  }),
  'api-token-created': (facts, { shop, publicUrl }) => ({
    subject: 'An API token was created with your account',
    heading: 'An API token was created',
    paragraphs: [
      greeting(facts),
      `Another system can now use ${shop.name} with this token. Only share its secret with the system that it's for.`,
    ],
    rows: [...tokenRows(facts, { shop }), whenRow(facts)],
    button: linkButton(facts, 'Manage API tokens'),
    after: [notYou(publicUrl, shop.email, shop.phone)],
  }),
  'api-token-expires': (facts, { shop }) => ({
    subject: `Your API token “${facts.line('what')}” expires on ${dayOf(facts.line('expiresAt'), { shop })}`,
    heading: 'An API token expires soon',
    paragraphs: [
      greeting(facts),
      `The system that uses ${shop.name} with this token stops working then. Create a new token and enter its secret there before that day.`,
    ],
    rows: tokenRows(facts, { shop }),
    button: linkButton(facts, 'Manage API tokens'),
  }),
  'factor-added': (facts, { shop, publicUrl }) => ({
    subject: 'A sign-in method was added to your account',
    heading: 'A sign-in method was added',
    paragraphs: [greeting(facts), `The two-factor sign-in of your account at ${shop.name} was changed.`],
    rows: [['Added', facts.line('what')], whenRow(facts)],
    after: [notYou(publicUrl, shop.email, shop.phone)],
  }),
  'factor-removed': (facts, { shop, publicUrl }) => ({
    subject: 'A sign-in method was removed from your account',
    heading: 'A sign-in method was removed',
    paragraphs: [greeting(facts), `The two-factor sign-in of your account at ${shop.name} was changed.`],
    rows: [['Removed', facts.line('what')], whenRow(facts)],
    after: [notYou(publicUrl, shop.email, shop.phone)],
  }),
  'recovery-code-used': (facts, { shop, publicUrl }) => ({
    subject: 'A recovery code was used to sign in',
    heading: 'A recovery code was used',
    paragraphs: [
      greeting(facts),
      `Someone signed in to your account at ${shop.name} with your password and one of your recovery codes. It can't be used again.`,
      `Get new codes at ${publicUrl}/account/security before you run out of them.`,
    ],
    rows: [whenRow(facts)],
    after: [notYou(publicUrl, shop.email, shop.phone)],
  }),
  'new-browser': (facts, { shop, publicUrl }) => ({
    subject: 'New sign-in to your account',
    heading: 'New sign-in to your account',
    paragraphs: [
      greeting(facts),
      `Someone signed in to your account at ${shop.name} with a browser that you haven't used in the last 90 days.`,
    ],
    rows: [
      ['Browser', facts.line('browser')],
      ...(facts.line('network') ? [['Network', facts.line('network')] as MailRow] : []),
      whenRow(facts),
    ],
    after: [notYou(publicUrl, shop.email, shop.phone)],
  }),
  'duties-changed': (facts, { shop, publicUrl }) => ({
    subject: 'Your duties were changed',
    heading: 'Your duties were changed',
    paragraphs: [greeting(facts), `What you can do in the back office of ${shop.name} was changed.`],
    rows: [['Duties', facts.line('what')], ['By', facts.line('by')], whenRow(facts)],
    button: { label: 'Open dashboard', href: `${publicUrl}/admin` },
  }),
  'account-created': (facts, { shop, publicUrl }) => ({
    subject: `Your account at ${shop.name}`,
    heading: 'Your account is ready',
    paragraphs: [
      greeting(facts),
      `Our team created an account at ${shop.name} for you. Sign in with the password they gave you, which works for ${FIRST_PASSWORD_HOURS} hours, and choose your own.`,
      `Please also confirm that this email address is yours. ${lifeOf(facts)}`,
    ],
    button: linkButton(facts, 'Confirm email address'),
    after: [`No password? Get a link to set one: ${publicUrl}/forgot-password`, `If you didn't expect an account, email ${shop.email}.`],
  }),
  'account-invitation': (facts, { shop }) => ({
    subject: `You're invited to ${shop.name}`,
    heading: `Your account at ${shop.name}`,
    paragraphs: [greeting(facts), `Our team created an account at ${shop.name} for you. Choose a password to sign in. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Choose a password'),
    after: [`If you didn't expect an account, email ${shop.email}.`],
  }),
  'staff-account-changed': (facts) => {
    const did = facts.line('did') || 'changed'
    return {
      subject: `Staff account ${did}: ${facts.line('name') || facts.line('email')}`,
      heading: `A staff account was ${did}`,
      paragraphs: ["You get this email because you're a super admin. If you didn't expect this change, suspend the account now."],
      rows: [
        ['Account', facts.line('name')],
        ['Email', facts.line('email')],
        ['Change', facts.line('what')],
        ['By', facts.line('by')],
        whenRow(facts),
      ],
      button: linkButton(facts, 'Suspend account'),
    }
  },
  'account-inactive': (facts, { shop, publicUrl }) => ({
    subject: `Your account will be deleted on ${dayOf(facts.line('deleteAt'), { shop })}`,
    heading: 'Your account is about to be deleted',
    paragraphs: [
      greeting(facts),
      `You haven't signed in at ${shop.name} for a long time. On ${dayOf(facts.line('deleteAt'), { shop })} we'll delete your account and the data stored with it.`,
      'To keep it, sign in once before then.',
    ],
    button: { label: 'Sign in', href: `${publicUrl}/login` },
  }),
  'account-deleted': (facts, { shop }) => ({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      greeting(facts),
      `Your account at ${shop.name} ${DELETED_BY.get(facts.line('by')) ?? 'was deleted, as you asked'}. It can no longer be used to sign in.`,
      'We keep order records for as long as the law requires.',
    ],
    rows: [whenRow(facts)],
    after: [reachUs(shop.email, shop.phone)],
  }),
} satisfies Record<string, WriteText>
