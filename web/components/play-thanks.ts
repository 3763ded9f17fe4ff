const NOTES = [523.25, 659.25, 783.99] // Hz: C5, E5, G5
const INTERVAL = 0.11 // s
const LENGTH = 0.55 // s
const LOUDNESS = 0.12

/** Silent with reduced motion. */
export async function playThanks(): Promise<void> {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) await playNotes()
}

/** Plays even with reduced motion. Does nothing if the browser permits no sound. */
export async function playNotes(): Promise<void> {
  try {
    const audio = new AudioContext()
    if (audio.state === 'suspended') await audio.resume()
    for (const [index, pitch] of NOTES.entries()) {
      pluck(audio, pitch, audio.currentTime + index * INTERVAL)
    }
    setTimeout(() => void audio.close(), (NOTES.length * INTERVAL + LENGTH) * 1000)
  } catch (error) {
    console.warn('No se pudo reproducir el sonido', error)
  }
}

/** The sound of a wooden bar: the pitch and a little of its fourth partial, for half a second. */
function pluck(audio: AudioContext, pitch: number, at: number): void {
  for (const [partial, share] of [
    [1, 1],
    [4, 0.25],
  ] as const) {
    const tone = new OscillatorNode(audio, { frequency: pitch * partial })
    const loudness = new GainNode(audio, { gain: 0 })
    loudness.gain.setValueAtTime(0, at)
    loudness.gain.linearRampToValueAtTime(LOUDNESS * share, at + 0.01)
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH / partial)
    tone.connect(loudness).connect(audio.destination)
    tone.start(at)
    tone.stop(at + LENGTH)
  }
}
