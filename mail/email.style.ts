// The colours of the directory. Light colours are inline styles, since many mail clients support nothing else; dark mode is one style
// block. Text contrast is at least 4.5:1.

export const colours = {
  ink: '#18211e',
  soft: '#56635e',
  paper: '#f7f6f2',
  card: '#ffffff',
  edge: '#e2e0d8',
  accent: '#0a6b59',
  onAccent: '#ffffff',
  tint: '#e3f1ec',
}

export const darkRules = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#111615!important}
.card{background:#181f1d!important;border-color:#2b3532!important}
.ink{color:#e6ebe8!important}
.soft{color:#a2afaa!important}
.line{border-color:#2b3532!important}
.accent{color:#74d6c0!important}
.button{color:#0b1f1a!important;background:#74d6c0!important}
.tint{background:#17362f!important}
}
`
