/** The whole number that was typed; 1 for what is no number (S242). Its limits are checked when it goes to the cart. */
export function quantityOf(typed: string): number {
  const number = Math.trunc(Number(typed))
  return typed.trim() !== '' && Number.isSafeInteger(number) ? number : 1
}
