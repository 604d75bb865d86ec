/** The most memory this process has had, in bytes. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
