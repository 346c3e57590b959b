// What the page's modules import and no file here gives: the kernels, which are translated from Python
// when a page is made, and anywidget's model, which the notebook gives.
declare module "*/rules.js" {
  export const step: any, winner: any;
}
declare module "*/kernels.js" {
  export const changed: any, regrouped: any, keeps: any;
  export const joining: any, loop: any, reachable: any, components: any, claim_all: any, decide: any, forget: any;
}
declare module "*/remarks.js" {
  export const fallen: any, mark_by: any;
}
declare module "*/judges.js" {
  export const sentence: any;
}
declare module "*/games.js" {
  export const decided: any, sampled: any;
}
declare module "*/trees.js" {
  export const begin: any, drops: any, explore: any, reply: any, judge: any, step: any, winner: any;
}
declare module "*/leaves.js" {
  export const begin: any, evaluated: any, explore: any, kernels: any, made: any, told: any;
}
declare module "*/given.js" {
  export const code: string, data: string;
}
declare module "*/currents.js" {
  export const drops: any, measured: any, paired: any;
}
declare module "*/endgame.js" {
  export const search: any;
}
declare module "*/exact.js" {
  export const proving: any, settled: any;
}
declare module "*/solver.js" {
  export const evaluate: any, rowsOf: any, search: any, set_root: any;
}
declare module "*/searching.js" {
  export const search: any, shares: any;
}
declare module "*/wording.js";
declare module "@anywidget/types" {
  export type AnyModel = any;
}
