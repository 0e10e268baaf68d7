import HTTPTypes
import TaneCore
import TaneKit
import TaneRendering

/// A service for the studio's pages and page fragments.
struct StudioService: EmulatorService {
  let gate: StudioGate
  let project: StudioProject
  private let plans = StudioPlans()

  func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    switch gate.verdict(on: request) {
    case .signedIn(let cookie, let target):
      return StudioResponses.redirection(to: target, cookie: cookie)
    case .rejected(let status, let reason): return page(about: reason, status: status)
    case .accepted: break
    }
    let segments = request.target.segments
    switch (request.head.method, segments.count) {
    case (.get, 0):
      return StudioResponses.redirection(to: StudioURLs(environment: project.first).pageURL())
    case (.get, 2) where segments[0] == "assets":
      return StudioAssets.response(named: segments[1]) ?? page(about: nothing, status: .notFound)
    case (.get, 2), (.post, 2): return await respond(to: request, about: segments[1])
    default: return page(about: nothing, status: .notFound)
    }
  }

  private var nothing: String { "The studio has no such page." }

  /// Returns a page of an environment.
  private func respond(
    to request: EmulatorRequest,
    about name: String
  ) async -> EmulatorResponse {
    let environment: ProjectEnvironment
    do {
      environment = try project.environment(name)
    } catch {
      return page(about: OperationFailure(error).description, of: name, status: .notFound)
    }
    let address = request.target["at"].flatMap { $0.isEmpty ? nil : $0 }
    let place = address.flatMap { Address(parsing: $0) }
    guard address == nil || place != nil else {
      return page(
        about:
          "\"\(address ?? "")\" is not a valid address; expected an address such as shops:/shops/0",
        of: name,
        status: .badRequest
      )
    }
    if request.head.method == .post {
      return await run(request, in: environment)
    }
    let browser = StudioBrowser(environment)
    switch (request.target.segments[0], place) {
    case ("browse", nil): return page(browser.overview(), of: environment, .browse)
    case ("browse", let place?):
      let content = await browser.page(of: place, after: request.target["after"])
      return page(content, of: environment, .browse, about: place)
    case ("compare", nil): return await comparison(of: environment)
    case ("act", _):
      let actions = StudioActionPages(
        environment: environment,
        plans: plans,
        formSecret: gate.formSecret
      )
      guard let action = request.target["do"].flatMap(StudioAction.init),
        action != .reset || place == nil
      else { break }
      return page(await actions.plan(action, at: place), of: environment, .act, about: place)
    case ("part", let place?):
      let part = await browser.part(of: place, after: request.target["after"])
      return StudioResponses.html(part.markup.html)
    case ("object", let place?): return await object(at: place, browser)
    default: break
    }
    return page(about: nothing, of: name, status: .notFound)
  }

  private func comparison(of environment: ProjectEnvironment) async -> EmulatorResponse {
    let content: Markup
    do {
      content = try await StudioComparison(of: environment).markup()
    } catch {
      content = .element("main", [:], StudioBrowser.problem(OperationFailure(error).description))
    }
    return page(content, of: environment, .compare)
  }

  /// Applies the plan that a submitted form identifies.
  private func run(
    _ request: EmulatorRequest,
    in environment: ProjectEnvironment
  ) async -> EmulatorResponse {
    guard request.target.segments[0] == "act" else {
      return page(about: nothing, of: environment.profile.name, status: .notFound)
    }
    let parameters = RequestTarget("?" + String(decoding: request.body, as: UTF8.self))
    let actions = StudioActionPages(
      environment: environment,
      plans: plans,
      formSecret: gate.formSecret
    )
    return page(await actions.run(parameters), of: environment, .act)
  }

  private func object(at address: Address, _ browser: StudioBrowser) async -> EmulatorResponse {
    do {
      let object = try await browser.object(at: address)
      return StudioResponses.object(object.bytes, of: object.contentType)
    } catch {
      let name = browser.environment.profile.name
      return page(about: OperationFailure(error).message, of: name, status: .notFound)
    }
  }

  private func page(
    _ content: Markup,
    of environment: ProjectEnvironment,
    _ view: StudioPage.View,
    about address: Address? = nil
  ) -> EmulatorResponse {
    let name = environment.profile.name
    let page = StudioPage(
      title: (["tane studio", name] + [address.map { "\($0)" }].compactMap(\.self))
        .joined(separator: " · "),
      names: project.names,
      environment: name,
      view: view,
      guardLevel: environment.profile.guardLevel
    )
    return StudioResponses.html(page.html(content))
  }

  /// Returns an error page with a message in place of content.
  private func page(
    about problem: String,
    of name: String? = nil,
    status: HTTPResponse.Status
  ) -> EmulatorResponse {
    // Without a session, the project's environments must not be revealed.
    let names = name == nil ? [] : project.names
    let page = StudioPage(title: "tane studio", names: names, environment: name, view: .browse)
    return StudioResponses.html(
      page.html(.element("main", [:], StudioBrowser.problem(problem))),
      status: status
    )
  }
}
