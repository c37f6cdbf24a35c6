// Logs in with a card, and works while the licence holds.
#include <chrono>
#include <iostream>
#include <latchkey.hpp>
#include <thread>

// Without public keys, answers are not verified.
const char* const OPTIONS = R"({
  "hosts": ["https://licence.example.com"],
  "app_key": "YOUR_APP_KEY",
  "app_secret": "YOUR_APP_SECRET",
  "public_keys": ["YOUR_PUBLIC_KEY"],
  "sign_mode": "hmac-sha256-path"
})";
const char* const CARD = "YOUR_CARD";

int main() {
  try {
    latchkey::Client client(OPTIONS);
    latchkey::Session session = client.login(CARD);
    std::cout << "licensed until " << latchkey::get(session.info(), "/expires") << std::endl;

    session.keep([](const std::string& event) { std::cout << latchkey::get(event, "/event") << std::endl; });
    while (session.licensed()) std::this_thread::sleep_for(std::chrono::seconds(1));  // your work
    const std::string state = session.state();
    std::cout << "The licence has ended: " << latchkey::get(state, "/tell/en", latchkey::get(state, "/reason"))
              << std::endl;
  } catch (const latchkey::Refused& error) {
    std::cout << error.tell_en() << std::endl;  // for the customer; tell_zh() is Chinese
    std::cerr << error.what() << std::endl;     // for the developer
  } catch (const latchkey::Error& error) {
    // For the developer; tell a customer in your own words.
    std::cout << "There is no licence: " << error.what() << std::endl;
  }
  return 1;
}
