import { encode } from 'uqr'
import './qr.css'

/** A QR code as one SVG path. */
export function Qr({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dots = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path class="qr-ground" d={`M0 0h${size}v${size}H0z`} />
      <path class="qr-dots" d={dots.join('')} />
    </svg>
  )
}
