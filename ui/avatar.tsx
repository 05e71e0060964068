import { useState } from 'preact/hooks'

// A picture, or initials on a colour derived from the name.

const HUES = 12 // few enough that two of them differ clearly

const hueOf = (name: string): number => (([...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 9973, 7) % HUES) * 360) / HUES

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0]!.toUpperCase())
    .join('')

type Size = 28 | 40 | 72
type Person = { name: string; src: string | null }

export function Avatar({ name, src, size = 40 }: Person & { size?: Size }) {
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
  return <Disc text={initialsOf(name) || '?'} hue={hueOf(name)} size={size} />
}

/** Without a hue it is grey. */
const Disc = ({ text, hue, size }: { text: string; hue?: number; size: Size }) => (
  <svg
    class={`avatar avatar-${size}${hue === undefined ? ' avatar-rest' : ''}`}
    style={{ '--hue': hue }}
    width={size}
    height={size}
    viewBox="0 0 40 40"
    aria-hidden="true"
  >
    <rect width="40" height="40" />
    <text x="20" y="20" dy=".36em" text-anchor="middle">
      {text}
    </text>
  </svg>
)

/** The first people as overlapping avatars, and how many more there are. The names are its accessible text. */
export function AvatarStack({ people, most = 4, size = 28 }: { people: Person[]; most?: number; size?: Size }) {
  const shown = people.length > most ? people.slice(0, most - 1) : people
  return (
    <span class="avatar-stack" role="img" aria-label={people.map(({ name }) => name).join(', ')}>
      {shown.map(({ name, src }, index) => (
        <Avatar key={`${index} ${name}`} name={name} src={src} size={size} />
      ))}
      {shown.length < people.length && <Disc text={`+${people.length - shown.length}`} size={size} />}
    </span>
  )
}
