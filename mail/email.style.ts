import { type Palette, palettesOf } from '#rules/settings/accent.ts'

// The colours of the directory. Light colours are inline styles, since many mail clients support nothing else; dark mode is one style
// block. Text contrast is at least 4.5:1.

export const neutrals = {
  ink: '#18211e',
  soft: '#56635e',
  paper: '#f7f6f2',
  card: '#ffffff',
  edge: '#e2e0d8',
}

/** Links, buttons and quotes, in the colour of the directory. */
export const accentsOf = (hue: number): Pick<Palette, 'accent' | 'onAccent' | 'tint'> => palettesOf(hue).light

export function darkRules(hue: number): string {
  const { accent, onAccent, tint } = palettesOf(hue).dark
  return `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#111615!important}
.card{background:#181f1d!important;border-color:#2b3532!important}
.ink{color:#e6ebe8!important}
.soft{color:#a2afaa!important}
.line{border-color:#2b3532!important}
.accent{color:${accent}!important}
.button{color:${onAccent}!important;background:${accent}!important}
.tint{background:${tint}!important}
}
`
}
