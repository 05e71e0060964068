import {
  at,
  circle,
  cloud,
  ellipse,
  fir,
  glow,
  gradient,
  hills,
  path,
  randomFrom,
  rect,
  scene,
  sky,
  stars,
  stroke,
  sun,
  times,
  tree,
  windows,
} from './shapes.ts'

// Scenes in town, and inside of houses.

const skyline = (
  random: ReturnType<typeof randomFrom>,
  y: number,
  least: number,
  most: number,
  fill: string,
  lit: string,
  dark: string,
) => {
  let out = ''
  for (let x = -20; x < 1600; ) {
    const [width, height] = [random(80, 170), random(least, most)]
    out += rect(x, y - height, width, height + 400, fill)
    out += windows(random, x + 16, y - height + 22, Math.floor((width - 24) / 30), Math.floor((height - 30) / 40), [30, 40], lit, dark, 0.4)
    x += width + random(0, 14)
  }
  return out
}

export function tram(): string {
  const random = randomFrom(71)
  return scene(
    gradient('sky', ['#324a7d', '#7b6fa6', '#e59a8f', '#fbd3a2']) + glow('glow', '#ffe9bf') + gradient('glass', ['#cfe9f2', '#8fb9cf']),
    sky() +
      sun(1180, 420, 80, '#ffe3b0') +
      cloud(380, 170, 1.3, '#fff', 0.3) +
      skyline(random, 600, 130, 300, '#6c6a9c', '#ffd99a', '#5b5a8c') +
      skyline(random, 640, 60, 190, '#4a4c7f', '#ffd08a', '#3d3f70') +
      times(7, (i) => tree(120 + i * 230, 690, 150, '#37566a', '#4f7a80', '#2b3350')) +
      rect(0, 680, 1600, 230, '#3b3d63') +
      path('M0 720h1600v50H0z', '#6f6c92') +
      stroke('M0 820H1600M0 862H1600', '#a7a3c2', 7) +
      stroke('M0 190Q800 240 1600 180', '#23264b', 5) +
      stroke('M800 214L770 360M800 214L850 362', '#23264b', 7) +
      at(
        800,
        800,
        1,
        ellipse(0, 42, 560, 20, '#1d2044', 'opacity=".6"') +
          path('M-500 20v-330q0-90 96-96h808q96 6 96 96V20z', '#f4f1e8') +
          path('M-500-70h1000V20H-500z', '#d1495b') +
          rect(-500, -84, 1000, 14, '#a8324a') +
          path('M-500-90v-196q4-60 70-66h52v262zM500-90v-196q-4-60-70-66h-52v262z', 'url(#glass)') +
          times(4, (i) => rect(-346 + i * 186, -340, 150, 190, 'url(#glass)', 12)) +
          times(4, (i) => path(`M${-346 + i * 186}-160l90-180h30l-90 180z`, '#fff', 'opacity=".35"')) +
          rect(-12, -352, 112, 372, '#39406f', 10) +
          rect(-2, -340, 44, 250, 'url(#glass)', 6) +
          rect(48, -340, 44, 250, 'url(#glass)', 6) +
          rect(-470, -396, 220, 34, '#23264b', 8) +
          rect(-452, -386, 90, 14, '#ffc857', 4) +
          circle(-470, -20, 16, '#ffe9a8') +
          circle(470, -20, 16, '#ffb4a8') +
          times(
            4,
            (i) =>
              circle(-360 + (i % 2) * 110 + Math.floor(i / 2) * 600, 24, 34, '#23264b') +
              circle(-360 + (i % 2) * 110 + Math.floor(i / 2) * 600, 24, 14, '#8a8db3'),
          ) +
          circle(-206, -40, 28, '#fff') +
          stroke('M-210-52v18h16l8 16M-216-30a14 14 0 1 0 20 14', '#a8324a', 6) +
          circle(-208, -60, 5, '#a8324a'),
      ) +
      at(
        180,
        742,
        1,
        rect(-8, -280, 16, 280, '#23264b') +
          rect(-70, -330, 140, 84, '#3e7cb1', 10) +
          rect(-50, -308, 100, 12, '#fff', 4) +
          rect(-50, -284, 64, 12, '#fff', 4),
      ) +
      at(
        1400,
        760,
        1,
        circle(0, -120, 22, '#f2c9a5') +
          path('M-26-96h52l14 70h-70z', '#2a9d8f') +
          stroke('M-14-26h50l22 42M40-60h24', '#23264b', 10) +
          circle(0, 0, 44, 'none', 'stroke="#1d2044" stroke-width="9"') +
          circle(62, 30, 15, '#1d2044'),
      ),
  )
}

export function nightBus(): string {
  const random = randomFrom(83)
  return scene(
    gradient('sky', ['#0f1738', '#20295c', '#4a4585']) + glow('glow', '#fff6d8', 0.3) + glow('lamp', '#ffd98a', 0.5),
    sky() +
      stars(random, 90, 420) +
      sun(1290, 190, 62, '#fdf3d3') +
      circle(1312, 176, 54, '#242d60') +
      skyline(random, 620, 150, 330, '#27305f', '#ffcf7a', '#2f3970') +
      skyline(random, 660, 70, 200, '#1b224b', '#ffc35e', '#232c5b') +
      rect(0, 680, 1600, 230, '#141a3a') +
      path('M0 720h1600v20H0z', '#333c72') +
      stroke('M60 836h180M420 836h180M780 836h180M1140 836h180M1500 836h180', '#e8e4d0', 10, 'opacity=".7"') +
      times(3, (i) =>
        at(
          150 + i * 620,
          724,
          1,
          circle(70, -380, 210, 'url(#lamp)') + stroke('M0 0v-380q0-40 40-40h30', '#0c1230', 12) + rect(46, -430, 60, 18, '#ffe7ad', 9),
        ),
      ) +
      path('M1240 768L1620 720v160L1240 790z', '#fff2c0', 'opacity=".5"') +
      at(
        820,
        800,
        1,
        ellipse(0, 46, 470, 18, '#060a20', 'opacity=".7"') +
          rect(-430, -300, 860, 320, '#f2b632', 44) +
          rect(-430, -110, 860, 40, '#fff', 0, 'opacity=".85"') +
          rect(-430, -70, 860, 90, '#d98f1f', 0) +
          path('M-430-20h860v20q0 20-20 20h-820q-20 0-20-20z', '#b06f14') +
          times(5, (i) => rect(-396 + i * 140, -262, 118, 128, '#fff0bf', 12)) +
          rect(306, -262, 110, 232, '#fff0bf', 12) +
          stroke('M361-262v232', '#b06f14', 8) +
          times(3, (i) => at(-330 + i * 280, -134, 1, circle(0, -46, 22, '#4a3c6a') + path('M-34 0q34-50 68 0z', '#4a3c6a'))) +
          rect(-396, -296, 200, 26, '#20295c', 8) +
          rect(-380, -290, 70, 14, '#7cf0c2', 4) +
          circle(-270, 22, 54, '#0c1230') +
          circle(-270, 22, 22, '#8b93c4') +
          circle(250, 22, 54, '#0c1230') +
          circle(250, 22, 22, '#8b93c4') +
          circle(420, -30, 18, '#fff6d0'),
      ),
  )
}

export function riverBoat(): string {
  const random = randomFrom(97)
  return scene(
    gradient('sky', ['#7ec4e0', '#c9e6ea', '#fdeccb']) + gradient('water', ['#a9dbe0', '#4fa3ba', '#20708f']) + glow('glow', '#fff4d0'),
    sky() +
      sun(330, 250, 66, '#fff1c4') +
      cloud(760, 160, 1.4, '#fff', 0.9) +
      cloud(1300, 220, 1, '#fff', 0.7) +
      skyline(random, 520, 60, 170, '#9fb4c7', '#e9f3f5', '#8ba3b8') +
      at(
        1240,
        520,
        1,
        rect(-60, -170, 120, 180, '#f1e3cb') +
          path('M-26-172a26 42 0 0 1 52 0z', '#e0a93b') +
          rect(-4, -240, 8, 40, '#e0a93b') +
          path('M-58-172a17 28 0 0 1 34 0zM24-172a17 28 0 0 1 34 0z', '#4f8fb0') +
          times(3, (i) => rect(-42 + i * 32, -130, 18, 50, '#8a7a6a', 9)),
      ) +
      times(12, () => tree(random(0, 1600), random(532, 548), random(70, 120), '#5f9a76', '#8fc28a', '#5a4a3f')) +
      rect(0, 540, 1600, 360, 'url(#water)') +
      path('M-20 420h1640v34H-20z', '#8b5e4b') +
      times(5, (i) => path(`M${-150 + i * 400} 454h400v106h-50a150 100 0 0 0-300 0h-50z`, '#a8765c')) +
      stroke('M-20 396H1620', '#6d4638', 8) +
      times(28, (i) => rect(i * 60, 396, 6, 26, '#6d4638')) +
      times(16, () => stroke(`M${random(0, 1500).toFixed(0)} ${random(590, 860).toFixed(0)}q30-10 60 0t60 0`, '#fff', 4, 'opacity=".4"')) +
      at(
        760,
        740,
        1.1,
        path('M-460 50q230 40 900 0l-30 60h-800z', '#14536f', 'opacity=".35"') +
          path('M-440-30h850l-60 90q-340 34-720 0z', '#f7f4ec') +
          path('M-428 4h806l-24 40q-340 30-740 0z', '#d1495b') +
          rect(-330, -130, 560, 100, '#fbf8f1', 14) +
          times(7, (i) => rect(-306 + i * 76, -110, 54, 54, '#7fb8cf', 8)) +
          rect(-250, -196, 360, 66, '#f1ede2', 12) +
          times(5, (i) => rect(-232 + i * 68, -182, 48, 38, '#9fd0df', 6)) +
          rect(-280, -212, 440, 18, '#2f5d73', 8) +
          rect(-30, -276, 70, 64, '#d1495b', 6) +
          rect(-30, -252, 70, 14, '#fff') +
          stroke('M300-30v-150', '#2f5d73', 8) +
          path('M304-178q40-16 70 4 30 14 60-2v50q-34 14-60-2-34-18-70-2z', '#f2b632') +
          times(5, (i) => circle(-290 + i * 130, -8, 13, '#2f5d73')),
      ) +
      stroke('M300 812q100 30 220 12M1190 812q140 34 320 4', '#fff', 8, 'opacity=".6"'),
  )
}

export function trees(): string {
  const random = randomFrom(103)
  const house = (x: number, width: number, height: number, wall: string, roof: string) =>
    rect(x, 640 - height, width, height + 40, wall) +
    path(`M${x - 14} ${642 - height}h${width + 28}l-34-56h-${width - 40}z`, roof) +
    windows(random, x + 26, 640 - height + 26, Math.floor((width - 30) / 62), Math.floor(height / 90), [62, 90], '#fdf2d0', '#8fb3c2', 0.3)
  const tag = (x: number, y: number, text: string) =>
    at(
      x,
      y,
      1,
      path('M0 0l-26-40a46 46 0 1 1 52 0z', '#fff') +
        circle(0, -74, 32, '#2a9d6f') +
        `<text x="0" y="-62" font-family="sans-serif" font-weight="700" font-size="34" text-anchor="middle" fill="#fff">${text}</text>`,
    )
  return scene(
    gradient('sky', ['#9ed8ea', '#d8f0ee', '#fdf4dc']) + glow('glow', '#fff4cc'),
    sky() +
      sun(1330, 190, 64, '#fff0bd') +
      cloud(300, 170, 1.3, '#fff', 0.9) +
      cloud(860, 120, 1, '#fff', 0.8) +
      hills(random, 500, 80, 5, '#b7d7bf') +
      house(40, 250, 300, '#e8b98a', '#a65a48') +
      house(300, 210, 240, '#c9d3d8', '#5d6f86') +
      house(520, 300, 330, '#f1d6a6', '#8a5a50') +
      house(830, 220, 270, '#d99a83', '#7a4a4a') +
      house(1060, 260, 320, '#bcd0c4', '#54726a') +
      house(1330, 240, 260, '#ecc99a', '#9a5a44') +
      rect(0, 660, 1600, 90, '#9cc27a') +
      rect(0, 740, 1600, 180, '#6d7a86') +
      rect(0, 730, 1600, 18, '#e7e2d4') +
      stroke('M40 830h160M340 830h160M640 830h160M940 830h160M1240 830h160M1540 830h160', '#f4f0e4', 10, 'opacity=".8"') +
      tree(150, 730, 330, '#3f8f56', '#86c46a', '#6b4a35') +
      tree(480, 730, 290, '#c98a2e', '#f0c05a', '#6b4a35') +
      tree(800, 735, 370, '#2f7f5f', '#6ec08a', '#5f4330') +
      tree(1130, 730, 300, '#5aa04a', '#a3d46a', '#6b4a35') +
      tree(1440, 732, 340, '#37855a', '#7cc47a', '#6b4a35') +
      tag(150, 360, '1') +
      tag(480, 400, '2') +
      tag(800, 320, '3') +
      tag(1130, 390, '4') +
      at(
        960,
        736,
        1.25,
        circle(0, -150, 24, '#5a3d2e') +
          circle(2, -144, 20, '#f0c6a0') +
          path('M-30-122h60l10 80h-80z', '#3e7cb1') +
          stroke('M-14-42v42M14-42v42M26-100l40-10', '#3a3f55', 14) +
          rect(60, -140, 30, 48, '#23264b', 5) +
          rect(64, -134, 22, 36, '#9fe0c0', 3),
      ),
  )
}

export function theatre(): string {
  const random = randomFrom(113)
  const curtain = (side: 1 | -1) =>
    `<g transform="translate(${side === 1 ? 0 : 1600} 0) scale(${side} 1)">${times(7, (i) =>
      path(
        `M${-20 + i * 62} 0h64c0 300 ${-30 - i * 8} 420 ${-90 - i * 26} 860h-${64 - i * 3}c${70 + i * 16}-440 90-560 90-860z`,
        i % 2 ? '#8f1f33' : '#b32b42',
      ),
    )}${path('M-20 470h330l-20 44h-310z', '#e8b64c')}</g>`
  const box = (x: number, y: number, colour: string) =>
    rect(x, y, 150, 92, colour, 6) + rect(x + 22, y + 30, 106, 34, '#f6ead2', 3) + rect(x + 36, y + 42, 70, 8, '#8a6a4a', 3)
  return scene(
    gradient('sky', ['#2a1030', '#4b1b44', '#7a2f4f']) + glow('glow', '#ffe2a8', 0.55) + gradient('floor', ['#a8673f', '#6d3a28']),
    sky() +
      circle(800, 470, 520, 'url(#glow)') +
      path('M560 0L360 720h420L640 0zM1040 0l200 720H820L960 0z', '#fff1c9', 'opacity=".16"') +
      path('M760 0L560 720h480L840 0z', '#fff1c9', 'opacity=".14"') +
      path('M0 690h1600v210H0z', 'url(#floor)') +
      times(9, (i) => stroke(`M${800 + (i - 4) * 70} 690L${800 + (i - 4) * 230} 900`, '#5a2e22', 4, 'opacity=".5"')) +
      ellipse(800, 760, 470, 60, '#ffe9b8', 'opacity=".35"') +
      box(430, 640, '#4f6d7a') +
      box(590, 640, '#c98a3c') +
      box(505, 548, '#7a8f5a') +
      box(1010, 640, '#a85a4a') +
      box(1100, 548, '#5a6f9a') +
      box(1170, 640, '#c9a35a') +
      at(
        800,
        720,
        1,
        path('M-14 0v-150h28V0z', '#4a2f25') +
          path('M-80 0h160l-20-22h-120z', '#4a2f25') +
          path('M-130-150h260l20 30h-300z', '#6b4433') +
          rect(-120, -300, 110, 150, '#f8f1df', 4, 'transform="rotate(-4)"') +
          rect(6, -296, 110, 150, '#fffaf0', 4, 'transform="rotate(5)"') +
          times(
            5,
            (i) =>
              rect(-100, -274 + i * 24, 70, 7, '#b9a88a', 3, 'transform="rotate(-4)"') +
              rect(28, -270 + i * 24, 70, 7, '#b9a88a', 3, 'transform="rotate(5)"'),
          ),
      ) +
      at(
        640,
        330,
        1.15,
        path('M-100-96q100 34 200 0v110q-10 110-100 130-90-20-100-130z', '#f6e3b4') +
          path('M-62-22q26-26 52 0-26 12-52 0zM10-22q26-26 52 0-26 12-52 0z', '#3a1830') +
          path('M-58 34q58 70 116 0-58 26-116 0z', '#3a1830'),
        'rotate(-12)',
      ) +
      at(
        950,
        310,
        1.15,
        path('M-100-96q100 34 200 0v110q-10 110-100 130-90-20-100-130z', '#9db8c9') +
          path('M-62-14q26-26 52 0-26 12-52 0zM10-14q26-26 52 0-26 12-52 0z', '#22314a') +
          path('M-52 78q52-60 104 0-52-24-104 0z', '#22314a'),
        'rotate(12)',
      ) +
      curtain(1) +
      curtain(-1) +
      path(
        'M0 0h1600v90q-100 80-200 0-100 80-200 0-100 80-200 0-100 80-200 0-100 80-200 0-100 80-200 0-100 80-200 0-100 80-200 0z',
        '#8f1f33',
      ) +
      stroke(
        'M0 90q100 80 200 0 100 80 200 0 100 80 200 0 100 80 200 0 100 80 200 0 100 80 200 0 100 80 200 0 100 80 200 0',
        '#e8b64c',
        10,
      ) +
      times(24, () => circle(random(400, 1200), random(160, 640), random(2, 5), '#ffe9b8', 'opacity=".5"')),
  )
}

export function planetarium(): string {
  const random = randomFrom(127)
  return scene(
    gradient('sky', ['#0b1033', '#1c1f5c', '#4a2f7a', '#a1538c']) +
      glow('glow', '#b79cff', 0.5) +
      gradient('dome', ['#f4f1ff', '#b9b4e0', '#7b78b5']) +
      gradient('saturn', ['#ffe0a3', '#e89a5c']),
    sky() +
      path('M200 0c300 200 260 420 700 520S1500 700 1620 640V240C1400 330 1100 300 900 180S700 40 660 0z', '#fff', 'opacity=".07"') +
      stars(random, 150, 640) +
      circle(420, 260, 260, 'url(#glow)') +
      at(
        420,
        260,
        1,
        circle(0, 0, 110, 'url(#saturn)') +
          path('M-104-36q104 40 208 0 6 18 6 30-110 40-220 0 0-14 6-30z', '#fff', 'opacity=".25"') +
          '<ellipse rx="200" ry="48" fill="none" stroke="#ffe9c4" stroke-width="16" transform="rotate(-16)" stroke-dasharray="520 300" stroke-dashoffset="-20"/>',
      ) +
      circle(1210, 170, 58, '#e4677a') +
      circle(1192, 154, 16, '#fff', 'opacity=".25"') +
      circle(860, 120, 26, '#7fd1e0') +
      at(1030, 330, 1, path('M0-6h220l-200 12z', '#fff', 'opacity=".8"') + circle(0, 0, 9, '#fff'), 'rotate(-24)') +
      stroke('M640 420l90-70 120 30 60 110 130 20', '#fff', 3, 'opacity=".5"') +
      times(5, (i) => circle([640, 730, 850, 910, 1040][i]!, [420, 350, 380, 490, 510][i]!, 7, '#fff')) +
      hills(random, 720, 60, 4, '#2c2560') +
      times(18, () => fir(random(0, 1600), random(720, 750), random(70, 140), '#241e52')) +
      at(
        820,
        800,
        1.1,
        path('M-300 0a300 270 0 0 1 600 0z', 'url(#dome)') +
          path('M-300 0a300 270 0 0 1 120-216A420 420 0 0 0-200 0z', '#fff', 'opacity=".35"') +
          path('M-40-268q40-8 80 0l30 268H-70z', '#1c1f5c') +
          stroke('M0-190L70-330', '#2b2a55', 34) +
          stroke('M64-318l22-44', '#e4677a', 42) +
          rect(-340, 0, 680, 70, '#5a5796', 8) +
          times(8, (i) => rect(-310 + i * 84, 16, 44, 40, '#ffd98a', 4)) +
          rect(-46, -6, 92, 76, '#2b2a55', 8),
      ) +
      path('M0 866q400-50 800-10t800-20v80H0z', '#17143d'),
  )
}

export function greenhouse(): string {
  const random = randomFrom(131)
  const plant = (x: number, y: number, scale: number, fruit: string) =>
    at(
      x,
      y,
      scale,
      stroke('M0 0q-6-70 2-130', '#3f7a3c', 9) +
        path(
          'M0-40q-60-10-70-60 60-6 70 60zM2-70q60-8 66-60-60 0-66 60zM0-100q-50-10-54-52 50 0 54 52zM2-120q40-12 40-46-40 4-40 46z',
          '#5fa64c',
        ) +
        circle(-36, -50, 15, fruit) +
        circle(34, -84, 14, fruit) +
        circle(-22, -112, 12, fruit),
    )
  return scene(
    gradient('sky', ['#a8def0', '#dff4ee', '#fff6da']) + glow('glow', '#fff6cc') + gradient('glass', ['#ffffff', '#cdeee6']),
    sky() +
      sun(1280, 190, 70, '#fff0b8') +
      cloud(330, 170, 1.1, '#fff', 0.9) +
      hills(random, 470, 70, 5, '#b9dca8') +
      times(8, () => tree(random(0, 1600), random(460, 480), random(90, 140), '#6aac6f', '#a5d48a', '#6b5a45')) +
      path('M120 900V420Q800-60 1480 420V900z', 'url(#glass)', 'opacity=".72"') +
      path('M300 900V330l90-62v632zM900 900V186l110 30v684z', '#fff', 'opacity=".4"') +
      stroke(
        'M120 900V420Q800-60 1480 420V900M120 520H1480M800 182V900M460 250V900M1140 250V900M290 330V900M1310 330V900M630 196V900M970 196V900',
        '#5b8f87',
        10,
      ) +
      rect(0, 700, 1600, 220, '#8a5f43') +
      path('M560 900L720 700h160l160 200z', '#d9b98c') +
      times(2, (side) => {
        const sign = side === 0 ? -1 : 1
        return times(4, (i) =>
          path(`M${800 + sign * (110 + i * 150)} 700l${sign * 70} 0 ${sign * (130 + i * 70)} 200h${-sign * (120 + i * 10)}z`, '#6b4632'),
        )
      }) +
      times(6, (i) => plant(190 + i * 84, 712, 0.72, '#e4572e') + plant(990 + i * 84, 712, 0.72, '#f2b632')) +
      times(4, (i) => plant(60 + i * 150, 836, 1.25, '#e4572e') + plant(1090 + i * 150, 836, 1.25, '#f2b632')) +
      at(
        800,
        820,
        1.15,
        ellipse(0, 30, 150, 20, '#5a3d2a', 'opacity=".5"') +
          rect(-110, -70, 220, 74, '#f4f6f2', 22) +
          rect(-110, -34, 220, 22, '#2a9d8f') +
          rect(-20, -150, 40, 84, '#3a4a52', 8) +
          rect(-62, -206, 124, 66, '#f4f6f2', 20) +
          circle(-26, -172, 15, '#23343c') +
          circle(26, -172, 15, '#23343c') +
          circle(-22, -176, 5, '#fff') +
          circle(30, -176, 5, '#fff') +
          stroke('M0-206v-34', '#3a4a52', 7) +
          circle(0, -246, 10, '#e4572e') +
          stroke('M104-50q60-10 64-70M164-124l-14-22M172-124l16-18', '#3a4a52', 12) +
          circle(-74, 10, 32, '#2b3a42') +
          circle(0, 10, 32, '#2b3a42') +
          circle(74, 10, 32, '#2b3a42') +
          circle(-74, 10, 12, '#9fb3ba') +
          circle(0, 10, 12, '#9fb3ba') +
          circle(74, 10, 12, '#9fb3ba'),
      ),
  )
}
