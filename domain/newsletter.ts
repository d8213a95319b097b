/** Consent that subscribers give, stored with each subscription. */
export const NEWSLETTER_CONSENT = 'You agree to receive our newsletter by email. Every issue has an unsubscribe link.'
