/** Why a form that needs the current password is not sent. */
export function passwordMissing(password: string): string | undefined {
  return password === '' ? 'Please enter your current password' : undefined
}
