/** The processor time that this process spends on `work`, in ms. Unlike the clock it does not count what else the machine does. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
