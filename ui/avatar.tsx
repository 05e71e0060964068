import { useState } from 'preact/hooks'

// A picture, or initials on a background colour derived from the name.

const hueOf = (name: string): number => [...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 360, 7)

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0]!.toUpperCase())
    .join('')

export function Avatar({ name, src, size = 40 }: { name: string; src: string | null; size?: 28 | 40 | 72 }) {
  const [isBroken, setIsBroken] = useState(false)
  if (src !== null && !isBroken)
    return (
      <img
        class={`avatar avatar-${size}`}
        src={src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        onError={() => setIsBroken(true)}
      />
    )
  return (
    <svg class={`avatar avatar-${size}`} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={`hsl(${hueOf(name)} 38% 34%)`} />
      <text x="20" y="20" dy=".36em" text-anchor="middle" font-size="15" font-weight="600" fill="#fff">
        {initialsOf(name) || '?'}
      </text>
    </svg>
  )
}
