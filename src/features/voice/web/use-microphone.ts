import { useCallback, useEffect, useRef, useState } from 'react'
import { barHeight, MAX_SECONDS, microphone, mimeTypes } from './recorder.ts'

/** How many levels are drawn, and how often one is measured. */
const BARS = 24
const EVERY_MS = 100
/** Samples per level: more than arrive between two measurements, so that no short sound is missed. */
const SAMPLES = 8_192

type Open = { stream: MediaStream; recorder: MediaRecorder; context: AudioContext | null; timer: number }

/** The recording format if this browser can record: only in a secure context and with a supported format. */
const recordable = (): string | null =>
  'mediaDevices' in navigator && 'MediaRecorder' in window
    ? (mimeTypes.find(type => MediaRecorder.isTypeSupported(type)) ?? null)
    : null

const levelsFrom = (stream: MediaStream): { context: AudioContext; level: () => number } => {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const level = () => {
    analyser.getFloatTimeDomainData(samples)
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  }
  return { context, level }
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const release = ({ stream, context, timer }: Open) => {
  clearInterval(timer)
  for (const track of stream.getTracks()) track.stop()
  void context?.close()
}

/**
 * The microphone, open only while it records: stopping, cancelling, leaving the page or the tab releases it. `onStop`
 * receives the recording, and whether it was stopped at the limit of two minutes.
 */
export const useMicrophone = (onStop: (audio: Blob, full: boolean) => void) => {
  const open = useRef<Open>(null)
  const attempts = useRef(0)
  const [seconds, setSeconds] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])

  /** Releases the microphone and drops the recording. */
  const drop = useCallback(() => {
    attempts.current += 1
    const now = open.current
    if (!now) return
    open.current = null
    now.recorder.ondataavailable = null
    now.recorder.onstop = null
    if (now.recorder.state !== 'inactive') now.recorder.stop()
    release(now)
  }, [])

  useEffect(() => {
    window.addEventListener('pagehide', drop)
    return () => {
      window.removeEventListener('pagehide', drop)
      drop()
    }
  }, [drop])

  const stop = (full = false) => {
    const now = open.current
    if (!now) return
    const { recorder } = now
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      open.current = null
      release(now)
      onStop(new Blob(parts, { type: recorder.mimeType }), full)
    }
    if (recorder.state === 'inactive') recorder.onstop(new Event('stop'))
    else recorder.stop()
  }

  /** Opens the microphone and records. False without permission or microphone, or if cancelled in the meantime. */
  const start = async (): Promise<boolean> => {
    const mimeType = recordable()
    if (mimeType === null) return false
    attempts.current += 1
    const attempt = attempts.current
    const stream = await navigator.mediaDevices.getUserMedia(microphone).catch(() => null)
    if (stream === null) return false
    if (attempt !== attempts.current) {
      for (const track of stream.getTracks()) track.stop()
      return false
    }
    const sound = prefersReducedMotion() ? null : levelsFrom(stream)
    const recorder = new MediaRecorder(stream, { mimeType })
    const from = performance.now()
    setSeconds(0)
    setLevels([])
    const timer = window.setInterval(() => {
      const passed = (performance.now() - from) / 1_000
      setSeconds(Math.floor(passed))
      if (sound) setLevels(before => [...before, barHeight(sound.level())].slice(-BARS))
      if (passed >= MAX_SECONDS) stop(true)
    }, EVERY_MS)
    open.current = { stream, recorder, context: sound?.context ?? null, timer }
    recorder.start()
    return true
  }

  return { canRecord: recordable() !== null, seconds, levels, start, stop, drop }
}
