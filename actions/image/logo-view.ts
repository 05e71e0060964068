import type { Settings } from '#contract/settings.ts'
import type { StoredLogo } from '#rules/settings/settings.ts'

export const logoKinds = ['logo', '32', '180', '192', '512', 'maskable'] as const
export type LogoKind = (typeof logoKinds)[number]

/** The address of an image of the logo; its content never changes. */
export const logoAddress = ({ hash }: StoredLogo, kind: LogoKind, apiUrl: string): string => `${apiUrl}/logo/${hash}-${kind}.png`

export const logoView = (logo: StoredLogo, apiUrl: string): NonNullable<Settings['logo']> => ({
  url: logoAddress(logo, 'logo', apiUrl),
  width: logo.width,
  height: logo.height,
})
