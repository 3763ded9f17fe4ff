/** Returns null in a browser that has no channels, or refuses them: Firefox does when it blocks storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
