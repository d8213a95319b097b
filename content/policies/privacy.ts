import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'
import { ADVISED_DAYS as ADVISED, RETENTION_DAYS as DAYS, formatDays, MONEY_AUDIT_YEARS } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'

/** Which personal data the shop stores, why and for how long. */
export function privacyPolicy(shop: ShopTerms): Policy {
  return {
    path: '/privacy-policy',
    title: 'Privacy policy',
    description: `What ${shop.name} stores about you, why, for how long, and how to get a copy or have it deleted.`,
    lead: 'We store what an order requires, and little else. No cookies, no advertising, no tracking of what you look at.',
    version: '1.6',
    date: '2026-11-29',
    sections: [responsible(shop), ...kept(shop), inBrowser, mails, others(shop), howLong(shop), deleting, rights(shop), security, changes],
  }
}

const responsible = ({ name, contact: { email, phone, street, city, country } }: ShopTerms): PageSection => ({
  id: 'responsible',
  title: 'Who is responsible',
  blocks: [`${name}, ${street}, ${city}, ${country}. Email ${email} or call ${phone} about anything on this page.`],
})

const kept = ({ cardPayment }: ShopTerms): PageSection[] => [
  {
    id: 'visiting',
    title: 'When you browse',
    blocks: [
      'You can read every public page without telling us who you are. To limit the number of requests, we count them by your IP address, in the memory of the server or as a hash from which nobody can read it, for at most a day. The server log records the page, the time and your network without its last part. For a first order with Pay Later, we keep the network longer; see below.',
    ],
  },
  {
    id: 'account',
    title: 'When you have an account',
    blocks: [
      'We store your name, your email address, your role and a hash of your password, from which nobody can read the password. For each device that you sign in with, we store when and how you signed in, the first half of the network, when the device was last used and the name its browser reports, so you can recognize it in your list of devices and sign it out. Addresses that you save stay until you remove them.',
      'If you turn on two-factor sign-in, we store what it requires: the secret of the app, encrypted; for a passkey, its name, its public key and when it was last used; for recovery codes, a hash. Your fingerprint or face never leaves your device.',
      'Your cart, its promo code and its shipping method are saved to your account. That is why the cart requires an account.',
    ],
  },
  {
    id: 'ordering',
    title: 'When you order',
    blocks: [
      'An order contains what you entered at checkout (name, email, address, phone and, if you gave them, company, VAT number, reference and delivery notes), the products, the prices and every later change of status. We need it to deliver, and accounting law requires us to keep it.',
      'If you order with Pay Later before you have a paid order and a confirmed email address, we keep the network of your connection (an IPv4 address, or the first half of an IPv6 address) for at most two days, to prevent anyone from reserving our stock with many new accounts.',
      cardPayment.configured
        ? 'When you pay by card, the card is handled by Stripe: its number goes from your browser to Stripe and never to us. We store the payment’s reference, amount and status.'
        : 'This shop does not accept cards at the moment. If it does in the future, card numbers will go from your browser to the payment provider, not to us.',
    ],
  },
  {
    id: 'writing',
    title: 'When you write to us or subscribe',
    blocks: [
      'We store messages from the contact form with your name, your email address and whatever else you entered, so we can reply. For the newsletter, we store your address, the consent text and when you confirmed it with the link in our email; without that click, we send you nothing. Every newsletter has an unsubscribe link.',
      'If you share a result of the impact calculator, we store it under a random link, with the numbers you entered and without your name. Anyone with the link can read it.',
    ],
  },
]

const inBrowser: PageSection = {
  id: 'browser',
  title: 'What we store in your browser',
  blocks: [
    'This shop sets no cookies. Its pages store a few things in your browser, all for the shop itself:',
    {
      list: [
        'auth_token: the token that keeps you signed in. It is deleted when you sign out.',
        'The country and the kind of buyer that you chose under Ship to, until you change them or clear the storage.',
        'The chosen currency, and a copy of your cart so it appears immediately. The copy is deleted when you sign out.',
        'Your last searches, at most six. They are deleted when you sign out or clear them.',
        'Products that you chose to compare, until you remove them.',
        'A product that you wanted to add to the cart before signing in, until you sign in.',
        'What you entered at checkout, until you place the order or close the tab.',
        'What you entered in a form and have not sent or saved, until you send, save or discard it. It is deleted when you sign out.',
        'Your scroll position on pages, so going back returns you to it, until you close the tab.',
      ],
    },
  ],
}

const mails: PageSection = {
  id: 'mails',
  title: 'Emails we send',
  blocks: [
    'We email you about what you do here: to confirm your address, set a new password, keep you informed about your order and reply to your messages. Our emails show pictures of what you ordered, contain no hidden images and do not tell us whether you opened them. We send advertising only in the newsletter, if you subscribed.',
  ],
}

function stripeItems(isConfigured: boolean, { basis, provider }: ShopTerms['taxes']): string[] {
  if (!isConfigured) return []
  if (basis === 'legacy' || provider === 'own') return ['Stripe, when you pay by card, and only from checkout onward.']
  return [
    'Stripe, which calculates the taxes of carts and orders. As soon as the destination of a cart is known, Stripe gets the country, state and postal code, your VAT ID if you gave one, whether you are tax-exempt, and the amounts of the products, but not your name, your street or your email address.',
    'Stripe, when you pay by card; for the payment, only from checkout onward.',
  ]
}

const others = ({ cardPayment, taxes }: ShopTerms): PageSection => ({
  id: 'others',
  title: 'Who else gets data',
  blocks: [
    {
      list: [
        'The producer who ships part of your order sees the items in that part, your name and the delivery address. It sees your phone number only if that part ships as freight, because the carrier calls you before delivery.',
        'The carrier gets your name and address, and for freight your phone number.',
        ...stripeItems(cardPayment.configured, taxes),
        'The VAT ID register of the European Commission (VIES), when your VAT ID is checked. It gets the VAT ID and nothing else about you.',
        'A map service, on the contact page, and only after you click to load the map.',
      ],
    },
    'We sell no data, and nobody else gets any unless the law or a court requires it.',
  ],
})

const howLong = ({ retention }: ShopTerms): PageSection => ({
  id: 'how-long',
  title: 'How long we keep it',
  blocks: [
    {
      table: {
        caption: 'Retention periods',
        head: ['Data', 'Kept for'],
        rows: [
          ['Sign-in of a device', 'Until you sign out, at most 7 days without use and 30 days in total; less for our staff'],
          ['Password reset link', '30 minutes; it works once'],
          ['Log of requests, with only part of the network', formatDays(ADVISED.accessLog)],
          [
            'Account',
            `Until you delete it. An account without an order that nobody has signed in to for ${formatDays(DAYS.inactiveAccount)} is deleted; we email you ${formatDays(DAYS.inactiveNotice)} before`,
          ],
          ['Cart', `Until it is empty; ${formatDays(DAYS.cart)} if not used`],
          [
            'Orders, invoices and payments',
            `${pluralize(retention.orderYears, 'year')}; after that, what you entered is deleted, as when you delete your account`,
          ],
          ['Pictures of a return', `${formatDays(DAYS.returnPhoto)} after the return is closed`],
          [
            'Withdrawals from a contract',
            `As long as their order; ${formatDays(DAYS.withdrawal)} without an order, and ${formatDays(DAYS.unconfirmedWithdrawal)} if you never confirm them`,
          ],
          [
            'Reports about our pages',
            `${formatDays(DAYS.notice)} after the decision; without your name and email once you delete your account`,
          ],
          [
            'Quotes',
            `As long as their order; without one ${formatDays(DAYS.quote)} after the last change, or until you delete your account. Offers, which name nobody, stay`,
          ],
          ['Tax certificates', 'Until you delete your account, with their files'],
          ['Check of a VAT ID', `As long as one of your addresses has the VAT ID; otherwise ${formatDays(DAYS.vatCheck)}`],
          ['Network of a new buyer’s order with Pay Later', 'At most two days'],
          ['Emails we sent you', `${formatDays(DAYS.email)}; ${formatDays(DAYS.unsentEmail)} if they could not be sent`],
          ['Notifications in your account', formatDays(DAYS.notification)],
          ['Messages', `${formatDays(DAYS.message)} after the last reply, or less if you ask us to delete them`],
          [
            'Newsletter address',
            `Until you unsubscribe or ask us to delete it; ${formatDays(DAYS.unconfirmedSubscriber)} if you never confirm it. After you unsubscribe, we keep a hash of it for ${formatDays(DAYS.formerSubscriber)} as proof that you did`,
          ],
          ['Results of the impact calculator', `${formatDays(DAYS.result)}, unless you are signed in or send one with a message`],
          ['Searches without results', `Counted without who searched, for ${formatDays(DAYS.zeroResultSearch)}`],
          ['Number of searches per day', `Counted without their words and without who searched, for ${formatDays(DAYS.searchDay)}`],
          ['Search results that people opened', `Counted by day and search, without who searched, for ${formatDays(DAYS.searchClick)}`],
          [
            'Log of what people did with the shop’s data',
            `${pluralize(retention.auditYears, 'year')}; for money and roles ${pluralize(MONEY_AUDIT_YEARS, 'year')}`,
          ],
          ['Backups', `${formatDays(ADVISED.backup)}; if one is restored, accounts that were deleted since are deleted again`],
        ],
      },
    },
  ],
})

const deleting: PageSection = {
  id: 'deleting',
  title: 'When you delete your account',
  blocks: [
    'Your password, sign-ins, saved addresses, cart, messages and emails are deleted immediately; with a confirmed address, so is your newsletter subscription. Orders stay, because accounting records and invoices have to be kept: of what you entered, they keep your name, company, VAT number, reference and address; email, phone and notes are deleted. An order that was canceled and never paid keeps only the country. The log of what staff did keeps its existing entries.',
  ],
}

const rights = ({ contact: { email } }: ShopTerms): PageSection => ({
  id: 'rights',
  title: 'Your rights',
  blocks: [
    `In My Account, you can see and correct your data, sign out other devices, get a copy of everything and delete the account. For anything else, email ${email}: you can ask what we store, have it corrected, restricted, deleted or transferred, and object to its use. You can also complain to the data protection authority where you live.`,
    {
      links: [
        { to: '/account', label: 'My Account' },
        { to: '/contact', label: 'Contact us' },
      ],
    },
  ],
})

const security: PageSection = {
  id: 'security',
  title: 'Security',
  blocks: [
    'Passwords and sign-in tokens are stored only as hashes. The server checks for every request who is asking and what they are allowed to do; a producer cannot read the orders of another. Every change by staff is logged with who, what and when.',
  ],
}

const changes: PageSection = {
  id: 'changes',
  title: 'Changes to this page',
  blocks: ['When the shop changes how it handles data, we update this page with a new version and date, shown at the top.'],
}
