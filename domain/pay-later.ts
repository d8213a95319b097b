/** Days after which a buyer is reminded of an unpaid Pay Later order (D106). */
export const REMIND_AFTER_DAYS = 14

/** Days after which staff may cancel an unpaid Pay Later order and put its goods back (D106). */
export const OVERDUE_AFTER_DAYS = 30
