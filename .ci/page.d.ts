// What the page's modules import and no file here gives: the rules, which are translated from Python
// when a page is made, and anywidget's model, which the notebook gives.
declare module "*/rules.js" {
  export const step: any, winner: any, replay: any, sooner: any, keeps: any;
}
declare module "@anywidget/types" {
  export type AnyModel = any;
}
